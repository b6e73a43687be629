"""The network in PyTorch. The product plays the same function without PyTorch (`kamchatka.players.admiral`).

An observation is one row of int16: planes by place first, then the numbers of the table. Planes become a vector for
each place, the rest one vector for the table. One layer compares each place with its neighbours, three blocks mix
places by learned matrices that begin as the board's links, and pooled places flow back into the table. A code that
names a place is scored by that place's vector, any other code by the table's. Values are the chances of all seats to
win, counted from the viewer's own.
"""

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from kamchatka.players.admiral.shape import BLOCKS, EDGE, HEADS, MORE, MOST_SEATS, TABLE, WIDTH, NetworkShape
from kamchatka.players.admiral.weights import NetworkWeights

FEW = 8.0  # army counts up to this number are linear inputs, besides their logarithm
SCARCE = 3.0


class Block(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """Mix places, and pool them into the table's vector."""

    def __init__(self, places: int, links: Any) -> None:
        super().__init__()
        self.places = places
        self.norm = nn.LayerNorm(WIDTH)
        self.mix_in = nn.Linear(WIDTH, WIDTH)
        begin = torch.stack([links, links @ links, torch.zeros_like(links), torch.full_like(links, 1 / places)])
        self.mixing = nn.Parameter(begin[:HEADS] + 0.02 * torch.randn(HEADS, places, places))
        self.pool = nn.Linear(TABLE + 2 * WIDTH, TABLE)
        self.up = nn.Linear(2 * WIDTH, 2 * WIDTH)
        self.from_table = nn.Linear(TABLE, 2 * WIDTH)
        self.down = nn.Linear(2 * WIDTH, WIDTH)
        nn.init.normal_(self.down.weight, 0, 0.02)

    def forward(self, x: Any, t: Any) -> tuple[Any, Any]:
        """Return new vectors of places and of the table."""
        n = x.shape[0]
        h = self.norm(x)
        mixed = self.mix_in(h).view(n, self.places, HEADS, -1)
        mixed = torch.einsum("hpq,nqhc->nphc", self.mixing.to(mixed.dtype), mixed).reshape(n, self.places, -1)
        t = t + F.relu(self.pool(torch.cat([t, h.mean(1).to(t.dtype), h.amax(1).to(t.dtype)], 1)))
        up = self.up(torch.cat([h.to(mixed.dtype), mixed], 2)) + self.from_table(t)[:, None]
        return x + self.down(F.relu(up)), t


class PlaceNet(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """The network of one shape."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.shape = shape
        places = len(shape.places)
        send, receive = edge_matrices(shape)
        links = torch.from_numpy(receive.T @ send)
        links = links / links.sum(1, keepdim=True)
        self.table_in = nn.Linear(len(shape.table), TABLE)
        self.place_in = nn.Linear(len(shape.planes) + MORE, WIDTH)
        self.place_bias = nn.Parameter(0.1 * torch.randn(places, WIDTH))
        self.table_to_place = nn.Linear(TABLE, WIDTH)
        self.edge_norm = nn.LayerNorm(WIDTH)
        self.edge_here, self.edge_there = nn.Linear(WIDTH, EDGE), nn.Linear(WIDTH, EDGE)
        self.edge_out = nn.Linear(EDGE, WIDTH)
        self.blocks = nn.ModuleList([Block(places, links) for _ in range(BLOCKS)])
        self.last_norm, self.table_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(TABLE + 2 * WIDTH)
        self.top = nn.Linear(TABLE + 2 * WIDTH, TABLE)
        self.codes = nn.Linear(TABLE, len(shape.codes))
        self.point_in, self.point_table = nn.Linear(WIDTH, WIDTH), nn.Linear(TABLE, WIDTH)
        self.point_out = nn.Linear(WIDTH, 1)
        self.value_in, self.value = nn.Linear(TABLE, WIDTH), nn.Linear(WIDTH, MOST_SEATS)
        self._start_small()
        self.register_buffer("receive", torch.from_numpy(receive), persistent=False)
        self.register_buffer("send", torch.from_numpy(send), persistent=False)

    def _start_small(self) -> None:
        """Start with nearly even choices; options that training never sees must have no effect."""
        for last in (self.codes, self.point_out, self.value):
            nn.init.normal_(last.weight, 0, 0.01)
            nn.init.zeros_(last.bias)
        unseen = [at for at, name in enumerate(self.shape.table) if name.startswith("option ")]
        with torch.no_grad():
            self.table_in.weight[:, unseen] = 0

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """Return logarithms of the codes' probabilities, and values as logits."""
        shape, n = self.shape, seen.shape[0]
        places, planes = len(shape.places), len(shape.planes)
        cut = planes * places
        x = seen.float()
        x = torch.sign(x) * torch.log1p(x.abs())
        armies = seen[:, shape.armies * places : (shape.armies + 1) * places].float()[:, :, None]
        by_place = x[:, :cut].view(n, planes, places).transpose(1, 2)
        by_place = torch.cat([by_place, armies.clamp(max=FEW) / FEW, armies.clamp(max=SCARCE) / SCARCE], 2)
        t = F.relu(self.table_in(x[:, cut:]))
        x = self.place_in(by_place) + self.place_bias + self.table_to_place(t)[:, None]
        x = x + self._meet(self.edge_norm(x))
        for block in self.blocks:
            x, t = block(x, t)
        x = self.last_norm(x)
        t = F.relu(self.top(self.table_norm(torch.cat([t, x.mean(1).to(t.dtype), x.amax(1).to(t.dtype)], 1))))
        point = self.point_out(F.relu(self.point_in(x) + self.point_table(t)[:, None])).float()[:, :, 0]
        after = len(shape.codes) - shape.first_place - places
        logits = self.codes(t).float() + F.pad(point, (shape.first_place, after))
        logits = torch.where(masks > 0, logits, -1e9)
        return torch.log_softmax(logits, 1), self.value(F.relu(self.value_in(t))).float()

    def _meet(self, h: Any) -> Any:
        """Compare each place with each neighbour."""
        here, there = self.edge_here(h), self.edge_there(h)
        receive, send = self.receive.to(here.dtype), self.send.to(here.dtype)
        met = F.relu(torch.einsum("ep,npc->nec", receive, here) + torch.einsum("ep,npc->nec", send, there))
        return self.edge_out(torch.einsum("ep,nec->npc", receive, met))


def edge_matrices(shape: NetworkShape) -> tuple[Any, Any]:
    """Return senders and receivers of all edges, as (edges, places)."""
    send, receive = (np.zeros((len(shape.edges), len(shape.places)), np.float32) for _ in range(2))
    for nth, (here, there) in enumerate(shape.edges):
        receive[nth, here] = send[nth, there] = 1
    return send, receive


def weights_of(network: PlaceNet) -> NetworkWeights:
    """Return the network's weights, rounded to half precision."""
    arrays = {name: one.detach().float().cpu().numpy() for name, one in network.state_dict().items()}
    halves = b"".join(one.astype("<f2").tobytes() for one in arrays.values())
    return NetworkWeights(network.shape, {name: tuple(one.shape) for name, one in arrays.items()}, halves)

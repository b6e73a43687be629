"""Serve a folder as an index that accepts uploads: `python local_index.py FOLDER`, in .venv-release. Print its port."""

import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pypiserver


class Quiet(WSGIRequestHandler):
    """A request handler that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Discard the message."""


def main() -> None:
    """Serve until the process ends."""
    app = pypiserver.app(
        roots=[sys.argv[1]], disable_fallback=True, password_file=".", authenticate=[], backend_arg="simple-dir"
    )
    with make_server("127.0.0.1", 0, app, handler_class=Quiet) as server:
        print(server.server_port, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()

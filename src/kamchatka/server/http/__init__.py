"""What faces the network: HTTP routes, sockets, the page; who may come in and how often."""

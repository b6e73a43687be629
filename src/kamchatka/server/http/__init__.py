"""The network side: HTTP routes, sockets and the page, with access control and rate limits."""

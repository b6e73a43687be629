"""HTTP routes, one module per subject. Handlers identify the user and pass requests on to rooms and services."""

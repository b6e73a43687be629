"""Many people at many tables, as a load: what `bench_server`, `bench_cluster` and `idle_sockets` are made of."""

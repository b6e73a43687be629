"""Several servers as one platform: each table is played in one process and reached from all of them."""

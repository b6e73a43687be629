"""The database's clock, the only one used for times that servers compare with each other."""

from typing import Any

from sqlalchemy import Double
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class DatabaseSeconds(FunctionElement[float]):
    """Unix seconds at the moment the database evaluates the expression."""

    type = Double()
    inherit_cache = True


@compiles(DatabaseSeconds, "postgresql")
def _of_postgres(element: DatabaseSeconds, compiler: Any, **options: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"


@compiles(DatabaseSeconds, "sqlite")
def _of_sqlite(element: DatabaseSeconds, compiler: Any, **options: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


NOW = DatabaseSeconds()

"""The workbook of the Italian clubs (.xls, .xlsx): read it, write it, and make an event of it."""

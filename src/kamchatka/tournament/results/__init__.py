"""Results of tables: reported, checked, scored, told apart."""

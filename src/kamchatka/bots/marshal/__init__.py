"""`marshal`: simulates captains' plans in imagined worlds and follows the most promising one."""

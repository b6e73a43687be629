"""`marshal`: rehearses plans of captains in imagined worlds and follows the most promising."""

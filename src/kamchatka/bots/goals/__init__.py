"""What bots aim at: values of places, objectives and rivals, and the weights they are rated by."""

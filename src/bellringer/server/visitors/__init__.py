"""Who asks: keys, tokens of forms, rates and shares, connections, who listens."""

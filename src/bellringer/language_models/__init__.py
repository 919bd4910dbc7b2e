"""Tables for language models, as tools of the Model Context Protocol."""

"""From a table to the parts of its page: what a viewer sees of it, drawn by templates, kept while it looks the same."""

"""Programs that use the package as its users would."""

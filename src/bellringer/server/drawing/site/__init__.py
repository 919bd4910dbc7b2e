"""What pages of all kinds share: templates and their values, labels, faces, previews."""

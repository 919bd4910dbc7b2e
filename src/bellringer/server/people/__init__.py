"""Who somebody is: names, and who is barred for a while."""

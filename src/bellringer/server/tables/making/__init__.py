"""How tables come to be: made, sat down at, begun, offered again; and which give way where there is little room."""

"""Things that show the picture: the web page's socket, a terminal; one module per kind, one contract."""

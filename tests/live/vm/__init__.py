"""A virtual table: the package in a Debian of its own, with a real kernel's GPIO and a real systemd."""

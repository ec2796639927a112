"""`python -m controller` is `upcard`."""

import sys

from controller.cli import main

sys.exit(main())

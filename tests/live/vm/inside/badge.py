"""A badge on the virtual reader until it is killed: `badge.py UID [KEY CERTIFICATE]`, both DER."""

import signal
import socket
import sys
from pathlib import Path

from cryptography.hazmat.primitives.serialization import load_der_private_key

from drivers.sim.card import Insertion, SimCard

uid, *files = sys.argv[1:]
card = SimCard(bytes.fromhex(uid))
if files:
    key, certificate = (Path(file).read_bytes() for file in files)
    card = SimCard(bytes.fromhex(uid), load_der_private_key(key, None), certificate)  # type: ignore[arg-type]
Insertion(card, socket.create_connection(("127.0.0.1", 35963)))
signal.pause()

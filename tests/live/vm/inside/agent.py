"""Runs what comes over the second serial port, a line of base64 at a time; answers with exit code and output."""

import base64
import os
import subprocess
import tty

port = os.open("/dev/ttyS1", os.O_RDWR | os.O_NOCTTY)
tty.setraw(port)
lines = os.fdopen(os.dup(port), "rb")
answers = os.fdopen(port, "wb")
answers.write(b"READY\n")
answers.flush()
for line in lines:
    command = base64.b64decode(line).decode()
    done = subprocess.run(["bash", "-c", command], stdin=-3, stdout=-1, stderr=-2, check=False)
    answers.write(b"%d %b\n" % (done.returncode, base64.b64encode(done.stdout)))
    answers.flush()

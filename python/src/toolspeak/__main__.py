"""The command toolspeak, as it is in this package."""

import os
import subprocess
import sys

from ._process import find_bin


def main() -> int:
    command = [find_bin(), *sys.argv[1:]]
    if sys.platform != "win32":
        os.execv(command[0], command)
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

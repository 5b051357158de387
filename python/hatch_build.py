"""Puts the toolspeak command into the wheel: built here by Go, for any platform.

TOOLSPEAK_TARGET names the platform, such as linux/arm64; without it the wheel is for
this one. TOOLSPEAK_BINARY names a command that was built before, and TOOLSPEAK_NOTICES
the directory with the licences and the list of the modules that are in it.
"""

import os
import platform
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What the command says of its version.
VERSION = "github.com/toolspeak/toolspeak/internal/build.version"

# The command is static, so that a wheel for Linux serves both C libraries. The
# oldest macOS is that of Go's own.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}


def this_platform() -> str:
    system = {"Linux": "linux", "Darwin": "darwin", "Windows": "windows"}[platform.system()]
    machine = platform.machine().lower()
    return f"{system}/{'arm64' if machine in ('arm64', 'aarch64') else 'amd64'}"


class Hook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        target = os.environ.get("TOOLSPEAK_TARGET") or this_platform()
        name = "toolspeak.exe" if target.startswith("windows") else "toolspeak"
        command = Path(self.root, "build", target.replace("/", "-"), name)
        command.parent.mkdir(parents=True, exist_ok=True)
        if given := os.environ.get("TOOLSPEAK_BINARY"):
            shutil.copy(given, command)
        else:
            self.compile(target, command, self.metadata.version)
        command.chmod(0o755)
        # It is installed next to Python itself, and starts without Python.
        build_data["shared_scripts"][str(command)] = name
        if notices := os.environ.get("TOOLSPEAK_NOTICES"):
            for notice in ("THIRD_PARTY.txt", "toolspeak.spdx.json"):
                build_data["force_include"][str(Path(notices, notice))] = f"toolspeak/{notice}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[target]}"

    def compile(self, target: str, command: Path, version: str) -> None:
        go = shutil.which("go")
        if go is None:
            raise RuntimeError("building toolspeak needs Go (https://go.dev/dl), or a wheel for this platform: none was found")
        sources = Path(self.root, "go")  # of an sdist; in a checkout the module is around this folder
        if not sources.exists():
            sources = Path(self.root).parent
        system, machine = target.split("/")
        subprocess.run(
            [go, "build", "-trimpath", "-buildvcs=false", "-ldflags", f"-s -w -X {VERSION}=v{version}", "-o", str(command), "."],
            check=True,
            cwd=sources,
            env={**os.environ, "GOOS": system, "GOARCH": machine, "CGO_ENABLED": "0"},
        )

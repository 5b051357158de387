#!/usr/bin/env node
// The command: the executable of the optional package for this system.
import { spawnSync } from "node:child_process";

import { executable } from "./native.js";

const path = executable();
if (path) {
  const { status, error } = spawnSync(path, process.argv.slice(2), { stdio: "inherit" });
  if (error) console.error(`toolspeak: ${error.message}`);
  process.exitCode = status ?? 3;
} else {
  console.error(`toolspeak: there is no executable for ${process.platform}-${process.arch}: npm installs it with optional dependencies, and docs/install.md has other ways`);
  process.exitCode = 3;
}

// Makes the optional package with the executable for a system: node native.mjs linux/amd64 EXECUTABLE FOLDER
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [target, binary, folder] = process.argv.slice(2);
const [goos, goarch] = target.split("/");
const os = goos === "windows" ? "win32" : goos, cpu = goarch === "amd64" ? "x64" : goarch;
const { version, description, license, author, homepage, repository } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const name = "toolspeak" + (os === "win32" ? ".exe" : "");
mkdirSync(folder, { recursive: true });
copyFileSync(binary, `${folder}/${name}`);
const notices = ["LICENSE", "THIRD_PARTY.txt", "toolspeak.spdx.json"];
for (const file of notices) if (existsSync(new URL(file, import.meta.url))) copyFileSync(new URL(file, import.meta.url), `${folder}/${file}`);
const about = { name: `@toolspeak/${os}-${cpu}`, version, description: `${description}: the executable for ${os}-${cpu}`, license, author, homepage, repository, os: [os], cpu: [cpu], preferUnplugged: true, files: [name, ...notices] };
writeFileSync(`${folder}/package.json`, JSON.stringify(about, null, 2) + "\n");

#!/usr/bin/env bash
# Takes the pictures of the documents: of the pages, light and dark, on a wide and on a
# narrow screen, and of what the command prints on a terminal of 80 and of 120 columns.
set -euo pipefail
go=${1:-go}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v chromium >/dev/null || { echo "pictures: skipped, there is no chromium"; exit 0; }
root=$PWD
dir=$(mktemp -d)
server= beside=
trap 'kill $server $beside 2>/dev/null || true; rm -rf "$dir"' EXIT
"$go" build -o "$dir/toolspeak" .
GOBIN=$dir "$go" install github.com/buildkite/terminal-to-html/v3/cmd/terminal-to-html@v3.16.8
"$go" run -C tools ./records >"$dir/many.jsonl"
cp testdata/sample.react.jsonl "$dir/data.jsonl"
cd "$dir"
shoot() { # FILE ADDRESS WIDTH HEIGHT [FLAG…]
	chromium --headless=new --no-sandbox --hide-scrollbars --disable-gpu --window-size="$3,$4" --virtual-time-budget=3000 \
		"${@:5}" --screenshot="$root/docs/pictures/$1.png" "$2" >/dev/null 2>&1
}

# What is printed on a terminal. Standard output is a pseudo-terminal.
print() { # NAME COMMAND…
	for columns in 80 120; do
		{
			printf '\033[1m$\033[m %s\r\n' "${*:2}"
			TERM=xterm-256color PAGER=cat script -qec "stty cols $columns rows 60; PATH=.:\$PATH ${*:2}" /dev/null || [[ $? == 1 ]] # that two data sets differ
		} | ./terminal-to-html --window-cols $((columns + 1)) --buffer-max-lines 0 >lines.html
		{
			cat <<-'PAGE'
				<!DOCTYPE html><meta charset="utf-8"><style>
				html { background: #14181e; }
				body { margin: 14px; color: #e4e9f0; font: 14px/19px "DejaVu Sans Mono", monospace; white-space: pre; }
				.term-fg1 { font-weight: bold; } .term-fg2 { color: #a3afbf; }
				.term-fg31 { color: #ff9a92; } .term-fg32 { color: #7fd08d; } .term-fg33 { color: #ecc75e; }
				.term-fg34 { color: #7db4f2; } .term-fg35 { color: #f09ccb; } .term-fg36 { color: #63c7c7; }
				</style>
			PAGE
			cat lines.html
		} | tr -d '\r' | sed ':a;N;$!ba;s|</style>\n|</style>|' >page.html
		shoot "$1-$columns" "file://$dir/page.html" $((columns * 843 / 100 + 30)) $(($(wc -l <lines.html) * 19 + 47))
	done
}
print inspect toolspeak inspect many.jsonl
print show toolspeak show data.jsonl
print show-to toolspeak show --to xml data.jsonl
./toolspeak convert --quiet --to xml -o data.xml.jsonl data.jsonl
sed 's/days\\": 120/days\\": 12/' data.xml.jsonl >edited.jsonl
print diff toolspeak diff data.jsonl edited.jsonl

# The pages.
./toolspeak view --no-open data.jsonl >address 2>/dev/null &
server=$!
./toolspeak view --no-open --beside edited.jsonl data.jsonl >beside 2>/dev/null &
beside=$!
./toolspeak inspect --html report.html many.jsonl >/dev/null
until [[ -s address && -s beside ]]; do sleep 0.1; done
address=$(cat address)
take() { # NAME ADDRESS WIDTH HEIGHT
	for theme in light dark; do
		shoot "$1-$3-$theme" "$2" "$3" "$4" --blink-settings=preferredColorScheme=$([[ $theme == dark ]] && echo 0 || echo 1)
	done
}
take report "file://$dir/report.html" 1280 1100
take report "file://$dir/report.html" 390 1100
take view "$address#n=2&to=xml" 1280 800
take view "$address#n=2&to=xml" 390 1100
take beside "$(cat beside)#n=3" 1280 800
take beside "$(cat beside)#n=3" 390 1100
take playground "${address}playground/" 1280 1000
take playground "${address}playground/" 390 1100

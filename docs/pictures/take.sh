#!/usr/bin/env bash
# Takes the pictures of the pages: light and dark, on a wide and on a narrow screen.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v chromium >/dev/null || { echo "pictures: skipped, there is no chromium"; exit 0; }
dir=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
"${1:-go}" build -o "$dir/toolspeak" .
cp testdata/sample.react.jsonl "$dir/data.jsonl"
cd "$dir"
./toolspeak view --no-open data.jsonl >address 2>/dev/null &
server=$!
./toolspeak inspect --html report.html data.jsonl >/dev/null
until [[ -s address ]]; do sleep 0.1; done
address=$(cat address)
take() { # NAME ADDRESS WIDTH HEIGHT
	for theme in light dark; do
		chromium --headless=new --no-sandbox --hide-scrollbars --disable-gpu --blink-settings=preferredColorScheme=$([[ $theme == dark ]] && echo 0 || echo 1) \
			--window-size="$3,$4" --virtual-time-budget=3000 --screenshot="$OLDPWD/docs/pictures/$1-$3-$theme.png" "$2" >/dev/null 2>&1
	done
}
take report "file://$dir/report.html" 1280 1100
take report "file://$dir/report.html" 390 1100
take view "$address#n=2&to=xml" 1280 800
take view "$address#n=2&to=xml" 390 1100
take playground "${address}playground/" 1280 1000
take playground "${address}playground/" 390 1100

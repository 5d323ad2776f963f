#!/usr/bin/env bash
# What the tests need beyond npm, on Debian: a compiler for better-sqlite3 where its prebuilt file cannot be had,
# and Python's WebSocket libraries, which exchange frames with the feed.
set -euo pipefail
missing=()
command -v python3 >/dev/null || missing+=(python3)
command -v make >/dev/null || missing+=(make)
command -v g++ >/dev/null || missing+=(g++)
/usr/bin/python3 -c "import websockets, wsproto" 2>/dev/null || missing+=(python3 python3-websockets python3-wsproto)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
fi

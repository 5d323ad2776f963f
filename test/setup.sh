#!/usr/bin/env bash
# What the tests need beyond npm, on Debian: a compiler for better-sqlite3 where its prebuilt file cannot be had, strace
# to kill the program at its system calls and to let calls fail, a real mail server with a maker of certificates,
# readers of the feed and of a calendar in Python, jq for the one in shell, curl, a browser, promtool to try metrics and alerts with, what checks
# units of systemd without running it, and the shells that complete commands.
set -euo pipefail
missing=()
command -v make >/dev/null || missing+=(make)
command -v g++ >/dev/null || missing+=(g++)
command -v strace >/dev/null || missing+=(strace)
[ -x /usr/bin/python3 ] || missing+=(python3)
[ -x /usr/sbin/postfix ] || missing+=(postfix)
[ -x /usr/bin/jq ] || missing+=(jq)
[ -x /usr/bin/curl ] || missing+=(curl)
[ -x /usr/bin/openssl ] || missing+=(openssl)
command -v systemd-analyze >/dev/null || missing+=(systemd)
command -v zsh >/dev/null || missing+=(zsh)
command -v fish >/dev/null || missing+=(fish)
[ -x /usr/bin/chromium-headless-shell ] || missing+=(chromium-headless-shell)
/usr/bin/python3 -c 'import websockets, wsproto' 2>/dev/null || missing+=(python3-websockets python3-wsproto)
/usr/bin/python3 -c 'import icalendar' 2>/dev/null || missing+=(python3-icalendar)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
fi
# The package starts a server and brings a page's libraries along; its one program that is needed is taken out of it.
if ! command -v promtool >/dev/null; then
  [ ${#missing[@]} -gt 0 ] || apt-get update -qq
  folder=$(mktemp -d)
  chown _apt "$folder"
  (cd "$folder" && apt-get download -qq prometheus)
  dpkg-deb --fsys-tarfile "$folder"/prometheus_*.deb | tar -xO ./usr/bin/promtool >"$folder/promtool"
  install -m 755 "$folder/promtool" /usr/local/bin/promtool
  rm -r "$folder"
fi

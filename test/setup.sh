#!/usr/bin/env bash
# What the tests need beyond npm, on Debian: a compiler for better-sqlite3 where its prebuilt file cannot be had, strace
# to kill the program at its system calls and to let calls fail, a real mail server with a maker of certificates,
# readers of the feed and of a calendar in Python, jq for the one in shell, curl, a browser, promtool to try metrics and alerts with, what checks
# units of systemd without running it, the shells that complete commands, and the servers of a cluster.
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
# Debian 12 and 13 have NATS of versions that lose what they confirmed. Its one program needs nothing but libc6 >= 2.34.
nats_version=$(nats-server --version 2>/dev/null | grep -oE '[0-9]+\.[0-9]+' | head -1 || true)
if [ "$(printf '%s\n' 2.12 "${nats_version:-0}" | sort -V | head -1)" != 2.12 ]; then
  case "$(dpkg --print-architecture)" in
    amd64) sum=31ef4ceaa84e8248d449e508472e3770c17c3695cb5cb0ee96e03912724ea884 ;;
    arm64) sum=68923b614b6b5594bbd63ffdce7258c2155ec448fb4cb7efd099bf9273eca128 ;;
    *) echo "nats-server 2.12 or newer is not installed: its file for this machine is not known here" >&2 && exit 1 ;;
  esac
  file=nats-server_2.15.1-1_$(dpkg --print-architecture).deb
  folder=$(mktemp -d)
  /usr/bin/curl -sSfL --retry 3 -o "$folder/$file" "http://deb.debian.org/debian/pool/main/n/nats-server/$file"
  echo "$sum  $folder/$file" | sha256sum --check --quiet
  dpkg-deb --fsys-tarfile "$folder/$file" | tar -xO ./usr/sbin/nats-server >"$folder/nats-server"
  install -m 755 "$folder/nats-server" /usr/local/bin/nats-server
  rm -r "$folder"
fi

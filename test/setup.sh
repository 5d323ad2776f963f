#!/usr/bin/env bash
# What the tests need beyond npm, on Debian: a compiler for better-sqlite3 where its prebuilt file cannot be had,
# a browser for what strangers write, and certificates.
set -euo pipefail
missing=()
command -v python3 >/dev/null || missing+=(python3)
command -v make >/dev/null || missing+=(make)
command -v g++ >/dev/null || missing+=(g++)
command -v chromium >/dev/null || missing+=(chromium)
command -v openssl >/dev/null || missing+=(openssl)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
fi

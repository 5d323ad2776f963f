#!/usr/bin/env bash
# Runs on the current LTS of Node, beside the one that is installed, the quick tests of what differs between Nodes: the
# start, SQLite, sockets and streams. npm's own package brings it, with the headers that better-sqlite3 is built with;
# the sources and the other packages are ours.
#   other-node.sh prepare FOLDER   compiles what it needs into a new folder, on one core for a minute
#   other-node.sh check FOLDER     checks form, types and dead code there
#   other-node.sh test FOLDER      runs the tests there
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$2
version=26.10.0
node="$folder/node_modules/node-linux-$(node -p process.arch)"
# A copy with packages of its own: the addon of one Node does not load in the other.
copy="$folder/yagura"
export PATH="$node/bin:$PATH" npm_config_nodedir="$node"

prepare() {
  npm install --silent --prefix "$folder" --no-save --ignore-scripts "$(basename "$node")@$version"
  mkdir "$copy"
  git ls-files -z | xargs -0 cp --parents -t "$copy"
  cd "$copy"
  # Installed rather than copied: tools write into the packages of the checkout meanwhile.
  npm ci --silent --prefer-offline --ignore-scripts
  test "$(node --version)" = "v$version"
  # SQLite takes half the time to compile where it need not be fast.
  CFLAGS=-O1 CXXFLAGS=-O1 npm rebuild --silent --build-from-source better-sqlite3
  npm run --silent build
}

check() {
  cd "$copy"
  npm run check
}

# Whatever computes alone is the same with any Node. In one run: end-to-end tests wait while others compute.
run_tests() {
  cd "$copy"
  local files
  files=$(find test/e2e/end-to-end.test.ts test/lib/http test/client test/outputs/feed \
    test/store/{open,commit,lock,prune,put-back,outbox}.test.ts \
    test/outputs/email/{delivery,tls,with-store}.test.ts -name '*.test.ts' |
    grep -vE '\.(property|system|long)\.test\.ts$|/conformance/')
  # shellcheck disable=SC2086 # each is a word
  npx vitest run --project quick --project quick-programs --maxWorkers="$(nproc)" $files
}

case "$1" in
prepare) prepare ;;
check) check ;;
test) run_tests ;;
esac

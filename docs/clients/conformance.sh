#!/bin/sh
# `yagura tail` under the conformance kit: takes one order and ends. Needs yagura and jq.
IFS= read -r order
field() { printf '%s' "$order" | jq -r "$1 // empty"; }
if [ -n "$(field .epoch)" ]; then # it has no option for it
  echo '{"type":"unsupported"}'
  exit
fi
set -- --frames --url "$(field .url)"
for name in since watchlist where consumer token; do
  [ -z "$(field ".$name")" ] || set -- "$@" "--$name" "$(field ".$name")"
done
for name in types subjects; do
  [ -z "$(field ".$name")" ] || set -- "$@" "--$name" "$(field "(.$name // []) | join(\",\")")"
done

exec 3<&0
npx yagura tail "$@" &
tail=$!
{ IFS= read -r stop; kill 0; } <&3 2>/dev/null &
stopper=$!
wait "$tail"
[ $? -ne 2 ] || echo '{"type":"refused"}'
kill "$stopper" 2>/dev/null

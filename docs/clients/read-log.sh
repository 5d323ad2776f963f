#!/bin/sh
# Keeps a file with all that the log says, by curl and jq alone: a line {epoch, seq, event} an entry, in order, each once.
# Whoever is killed when, it goes on where the file ends.
file=${EVENTS:-events.ndjson}
log=${YAGURA_LOG:-http://127.0.0.1:8080/log}

touch "$file"
# A line that was cut off is read again.
head -n "$(wc -l <"$file")" "$file" >"$file.new" && mv "$file.new" "$file"
place=$(tail -n 1 "$file" | jq -r '"since=\(.seq)&epoch=\(.epoch)"')

while :; do
  : >"$file.answer"
  { [ -z "$YAGURA_TOKEN" ] || printf 'header = "Authorization: Bearer %s"\n' "$YAGURA_TOKEN"; } |
    curl --silent --show-error --fail --config - --output "$file.answer" \
      "$log?${place:-since=start}&limit=5000&wait=30s" || sleep 1
  # An answer that broke off ends with half a line.
  head -n "$(wc -l <"$file.answer")" "$file.answer" >"$file.lines"
  jq -c -n 'foreach inputs as $line (null; if $line.type == "welcome" then $line.epoch else . end;
    if $line.type == "event" then {epoch: ., seq: $line.seq, event: $line.event} else empty end)' \
    "$file.lines" >>"$file"
  jq -r 'select(.gap) | "entries \(.gap.from) to \(.gap.to) are lost"' "$file.lines" >&2
  next=$(jq -r -n 'reduce inputs as $line ({}; if $line.type == "welcome" then .epoch = $line.epoch
    elif $line.type == "subscribed" then .seq = $line.since
    elif $line.type == "event" or $line.type == "heartbeat" then .seq = $line.seq else . end)
    | select(.seq) | "since=\(.seq)&epoch=\(.epoch)"' "$file.lines")
  place=${next:-$place}
done

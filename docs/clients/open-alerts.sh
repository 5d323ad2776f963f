#!/bin/sh
# Keeps a file with the alerts that are open. Needs yagura and jq; YAGURA_TOKEN is the token, if the feed wants one.
file=${OPEN_ALERTS:-open-alerts.json}
feed=${YAGURA_FEED:-ws://127.0.0.1:8080/feed}

npx yagura tail --url "$feed" --types 'alert.*' --since snapshot --frames |
  jq --null-input --compact-output --unbuffered '
    foreach inputs as $frame ({};
      ($frame.event.data.now // {}) as $now
      | "\($now.rule) \($now.key)" as $name
      | (.[$name] // {seq: 0, since: $frame.event.time, times: 0}) as $before
      | if $frame.type == "snapshot" then {}
        elif $frame.event.type == "alert.resolved" then del(.[$name])
        # A snapshot may have it already.
        elif $frame.event.type == "alert.fired" and $frame.seq > $before.seq then
          .[$name] = {rule: $now.rule, key: $now.key, title: $now.title, seq: $frame.seq,
            since: ($frame.since // $before.since), times: ($frame.times // ($before.times + 1))}
        else . end;
      if $frame.type == "live" or $frame.type == "event" then [.[]] else empty end)' |
  while IFS= read -r open; do
    printf '%s\n' "$open" >"$file.new" && mv "$file.new" "$file"
  done

/** What the rules are told of the settings, so that conditions which these exclude can be warned of. */
import type { Config } from "../config/config.ts";
import type { EventType } from "../model/event-types.ts";
import type { Narrowed } from "../model/narrowed.ts";
import type { RuleSettings } from "../rules/rule-settings.ts";
import { type SourceName, sourceMembers } from "../sources/index.ts";

export function ruleSettings({ sources, retention }: Pick<Config, "sources" | "retention">): RuleSettings {
  const untold = new Map<EventType, string>();
  const narrowed: Narrowed[] = [];
  for (const { name, events, excluded } of sourceMembers) {
    const own = sources[name as SourceName];
    if (own === undefined) {
      const reason = `the settings leave \`${name}\` out`;
      for (const type of Object.keys(events)) untold.set(type as EventType, reason);
      continue;
    }
    const left = excluded(own);
    for (const [type, reason] of left.untold ?? []) untold.set(type, reason);
    narrowed.push(...(left.narrowed ?? []));
  }
  return { untold, narrowed, retention };
}

/** The news that something stored is damaged; what is left of it goes with the same commit. */
import type { EventDraft } from "../model/event.ts";
import type { StoreDamage } from "../model/news-items.ts";
import { type Damage, damageWords } from "../model/store-faults.ts";
import type { Change } from "./change.ts";

/** Consequences of each kind of damage, for people. */
const consequences = {
  log: "They are not sent to anybody; readers of the feed are informed of the gap.",
  items: "The source starts again: its next poll stores a new baseline without events.",
  hold: "It is held no more: the next poll finds the rewrite again, and holds it back again.",
  memories: "They start again: open counts, windows and sequences are lost.",
  cooldowns: "An alert may come again within its cooldown.",
  mails: "They are not sent.",
  silences:
    "Alerts that were silenced come again. Look at `yagura silence list`, and set again what is missing there.",
  alerts:
    "Lost ones start again: the next alert counts as the first, in a new thread, and caps count from zero. Alerts that waited in a lost group, or for a lost alert, are sent now.",
  notices:
    "Mails that waited for a group, a digest or the end of a silence may lack some alerts; all are on the feed. `yagura why` cannot say everything.",
  consumers: "Consumers whose position is lost get a gap when they reconnect, and start with new entries.",
  notes: "They are made again: news about rules, drift or the calendar may come twice.",
  history: "`yagura why` cannot say everything.",
  file: "Look at the disk, and at the database with `yagura verify`.",
} as const satisfies Record<Damage["part"], string>;

export function damagedChange(damages: readonly Damage[]): Change {
  return { drafts: damages.map(damageNews), batch: { damaged: damages } };
}

function damageNews(damage: Damage): EventDraft {
  const { part } = damage;
  const now: StoreDamage = {
    what: part,
    ...("source" in damage ? { source: damage.source } : {}),
    ...("rule" in damage && damage.rule !== undefined ? { rule: damage.rule } : {}),
    ...(damage.part === "log"
      ? { first: damage.from, last: damage.to, items: damage.to - damage.from + 1 }
      : {}),
    ...(damage.part === "mails" && damage.ids.length > 0 ? { items: damage.ids.length } : {}),
    message: `Damaged in the database: ${damageWords(damage)}. ${consequences[part]}`,
  };
  return { type: "store.damaged", source: "/store", subject: now.source ?? now.rule ?? part, data: { now } };
}

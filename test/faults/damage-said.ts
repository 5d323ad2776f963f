/** Everything that a store gives to the rest of the house, each under a name. */
import { type Damage, DamagedState } from "../../src/model/store-faults.ts";
import type { Store } from "../../src/store/store.ts";
import { noon } from "../store/batches.ts";
import { scopes, sources } from "./damage-base.ts";

export type Said = ReadonlyMap<string, string>;

const longAfter = noon + 10_000_000;

/** @param damaged called where something is not given since it is damaged */
export function sayAll(store: Store, damaged: (damage: Damage) => void = () => {}): Said {
  const said = new Map<string, string>();
  const say = (name: string, value: unknown) => {
    if (value !== undefined && value !== null) said.set(name, JSON.stringify(value));
  };
  for (const { seq, json } of store.log.read(0, 10_000)) say(`log ${seq}`, json);
  for (const name of sources) {
    intact(damaged, () => {
      for (const kind of ["state", "heldState"] as const) {
        const state = store[kind](name);
        for (const scope of scopes) {
          const items = [...state.items(scope)];
          for (const [key, body] of items) say(`${kind} ${name} ${scope} ${key}`, body);
          for (const [key] of items) say(`${kind} ${name} ${scope} ${key}`, state.item(scope, key));
          for (const [key, at] of state.page(scope, ["at"], "", 1_000))
            say(`at ${kind} ${name} ${scope} ${key}`, at);
        }
        say(`cursor ${kind} ${name}`, state.cursor);
      }
      say(`hold ${name}`, store.hold(name));
      for (const [at, draft] of store.heldPart(name).drafts.entries()) say(`draft ${name} ${at}`, draft);
    });
    say(`outage ${name}`, store.outage(name));
    for (const [field, value] of Object.entries(store.publication(name))) say(`${field} of ${name}`, value);
  }
  for (let at = 0; at < 150; at++) {
    const [rule, key] = [`rule-${at % 4}`, `k${at}`];
    say(`memory ${key}`, store.recall({ rule, meaning: "m", key }));
    say(`cooldown ${key}`, store.firedAt(rule, key));
  }
  for (const due of store.dueMemories(longAfter)) say(`due ${due.rule} ${due.key}`, due);
  for (const one of store.outbox.of("email").due(longAfter, 1_000, [])) {
    const { bytes, ...letter } = one;
    say(`mail ${one.id}`, { ...letter, bytes: bytes?.toString("hex") });
  }
  for (const name of ["phone-0", "phone-1", "phone-2"])
    for (const device of store.devices.of(name)) say(`device ${device.id}`, device);
  for (const kind of ["episode", "silence", "thread"] as const)
    for (const { key, body } of store.alerts.states(kind)) say(`${kind} ${key}`, body);
  for (const { kind, key, due } of store.alerts.due(longAfter)) say(`moment ${kind} ${key}`, due);
  for (const group of ["g", ...Array.from({ length: 4 }, (_, at) => `group-${at}`)])
    for (const one of store.alerts.waiting("email:desk", group, 1_000).first)
      say(`waiting ${group} ${one.alertSeq}`, one);
  for (let seq = 1; seq <= 450; seq++)
    for (const one of store.alerts.ofAlert(seq)) say(`notice ${one.group} ${seq}`, one);
  for (const key of ["commits", ...Array.from({ length: 9 }, (_, at) => `note-${at}`)])
    say(`meta ${key}`, store.meta.get(key));
  return said;
}

function intact(damaged: (damage: Damage) => void, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof DamagedState)) throw error;
    damaged(error.damage);
  }
}

/** The sources that give events of some types. */
import { eventTypesOf } from "../../app/event-types.ts";
import type { EventType } from "../../model/event-types.ts";
import type { Inquiry } from "./inquiry.ts";

export interface GivingSource {
  readonly name: string;
  readonly isConfigured: boolean;
}

/** None for the monitor's own news. */
export function sourcesOf(types: readonly EventType[], { config }: Pick<Inquiry, "config">): GivingSource[] {
  const { known } = eventTypesOf(config);
  const names = new Set(types.flatMap((type) => known.get(type)?.sources ?? []));
  return [...names].map((name) => ({ name, isConfigured: Object.hasOwn(config.sources, name) }));
}

/** What rows of the inbox ask of the monitor: what a cause changed. */
import type { ChangesAnswer, EventRows } from "../../../../model/page/alerts.ts";
import { ask } from "../../../shell/calls.ts";
import { createGathered } from "../../../shell/gathered.ts";
import { useLanguage } from "../../../shell/language.tsx";

const useChanges = createGathered<EventRows>(
  async (seqs, language) =>
    (await ask<ChangesAnswer>("api/changes", { events: seqs.join(","), language })).events,
);

/** The rows of an event; undefined until they came, and where the log does not keep it. */
export function useEventRows(seq: number | undefined): EventRows | undefined {
  return useChanges(seq === undefined ? undefined : String(seq), useLanguage());
}

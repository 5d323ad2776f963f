/** What the causes of the shown alerts changed: asked for together, once each, since an event never changes. */
/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import type { ChangesAnswer, EventRows } from "../../../model/page/alerts.ts";
import { ask } from "../../shell/calls.ts";
import { type Language, useLanguage } from "../../shell/language.tsx";

interface Asked {
  readonly language: Language;
  readonly seq: number;
  give(rows: EventRows | undefined): void;
}

/** Events of one call, and those that are kept. */
const most = { asked: 100, kept: 3_000 };
const known = new Map<string, EventRows>();
let waiting: Asked[] = [];
let timer = 0;
const gatherMs = 40;

/** The rows of an event; undefined until they came, and where the log does not keep it. */
export function useEventRows(seq: number | undefined): EventRows | undefined {
  const language = useLanguage();
  const key = `${language} ${seq}`;
  const [, show] = useState(0);
  useEffect(() => {
    if (seq === undefined || known.has(key)) return;
    const one: Asked = { language, seq, give: () => show((count) => count + 1) };
    waiting.push(one);
    if (timer === 0) timer = setTimeout(askAll, gatherMs) as unknown as number;
    return () => {
      waiting = waiting.filter((other) => other !== one);
    };
  }, [key]);
  return known.get(key);
}

function askAll(): void {
  timer = 0;
  const [first] = waiting;
  if (first === undefined) return;
  const { language } = first;
  const these = waiting.filter((one) => one.language === language).slice(0, most.asked);
  waiting = waiting.filter((one) => !these.includes(one));
  const events = [...new Set(these.map(({ seq }) => seq))].join(",");
  ask<ChangesAnswer>("api/changes", { events, language }).then(
    ({ events: answered }) => {
      for (const [seq, rows] of Object.entries(answered)) known.set(`${language} ${seq}`, rows);
      for (const key of known.keys()) if (known.size > most.kept) known.delete(key);
      for (const { seq, give } of these) give(answered[seq]);
    },
    // The row then shows what the alert itself says.
    () => {},
  );
  if (waiting.length > 0) timer = setTimeout(askAll, gatherMs) as unknown as number;
}

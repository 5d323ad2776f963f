/** Small questions of many rows, asked together and once each, since their answers stay the same. */
/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import type { Language } from "./language.tsx";

interface Waiting {
  readonly language: Language;
  readonly name: string;
  give(): void;
}

/** Names of one call, and answers that are kept. */
const most = { asked: 100, kept: 3_000 };
const gatherMs = 40;

/** @param ask answers by name; what cannot be answered is left out. What it rejects with is dropped: the row shows less */
export function createGathered<Answer>(
  ask: (names: readonly string[], language: Language) => Promise<Readonly<Record<string, Answer>>>,
) {
  const known = new Map<string, Answer>();
  let waiting: Waiting[] = [];
  let timer = 0;
  const later = () => {
    if (timer === 0) timer = setTimeout(askSome, gatherMs) as unknown as number;
  };
  const askSome = () => {
    timer = 0;
    const [first] = waiting;
    if (first === undefined) return;
    const { language } = first;
    const names = new Set<string>();
    for (const one of waiting)
      if (one.language === language && (names.has(one.name) || names.size < most.asked)) names.add(one.name);
    const these = waiting.filter((one) => one.language === language && names.has(one.name));
    waiting = waiting.filter((one) => !these.includes(one));
    ask([...names], language).then(
      (answers) => {
        for (const [name, answer] of Object.entries(answers)) known.set(`${language} ${name}`, answer);
        for (const key of known.keys()) if (known.size > most.kept) known.delete(key);
        for (const { give } of these) give();
      },
      () => {},
    );
    if (waiting.length > 0) later();
  };

  /** The answer for a name; undefined until it came, and where there is none. */
  return (name: string | undefined, language: Language): Answer | undefined => {
    const key = `${language} ${name}`;
    const [, show] = useState(0);
    useEffect(() => {
      if (name === undefined || known.has(key)) return;
      const one: Waiting = { language, name, give: () => show((count) => count + 1) };
      waiting.push(one);
      later();
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    }, [key]);
    return known.get(key);
  };
}

/** `yagura why`: reads the database beside the running monitor, takes no lock, and answers one question. */

import { requireConfig, ruleOptions } from "../../app/check-files.ts";
import { storedCalendar } from "../../app/kept-calendar.ts";
import { Refused, refusing } from "../../app/refused.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { loadRules } from "../../rules/load-rules.ts";
import { openStoreReader } from "../../store/reader.ts";
import { aboutAlert } from "./alert-answer.ts";
import type { Answer } from "./answer.ts";
import { aboutEvent } from "./event-answer.ts";
import { createInquiry, entryAt, type Inquiry } from "./inquiry.ts";
import { aboutSubject } from "./subject-answer.ts";

export interface Question {
  /** id or seq of an event. */
  readonly alert?: string | undefined;
  readonly rule?: string | undefined;
  readonly subject?: string | undefined;
  /** A time or a day, in Japan's time unless it says another. */
  readonly at?: string | undefined;
}

/** The event is not on the log. */
export interface NotFound {
  readonly about: "nothing";
  readonly message: string;
  /** First and last seq that the log has. */
  readonly oldest: number;
  readonly head: number;
}

export interface Surroundings {
  /** The config file. */
  readonly config: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** ms since 1970. */
  readonly now: number;
  /** Called with the progress of the evaluation, in entries of the log. */
  progress(read: number, all: number): void;
}

/** Throws Refused for a wrong question, wrong files, or where there is no database. */
export async function why(
  question: Question,
  { config: file, environment, now, progress }: Surroundings,
): Promise<Answer | NotFound> {
  const config = requireConfig(file, environment);
  const asked = whatIsAsked(question, now);
  const loaded = await loadRules(config.rules, ruleOptions(config));
  if (!loaded.ok) throw new Refused("the rules have mistakes: `yagura check` shows them", loaded.problems);
  const reader = refusing(() => openStoreReader(config.state));
  try {
    const calendar = storedCalendar(reader.meta);
    return refusing(() => {
      const at = "event" in asked ? now : asked.at;
      const inquiry = createInquiry({ config, rules: loaded.rules, reader, calendar, at, progress });
      return "event" in asked ? aboutEntry(asked.event, inquiry) : aboutRule(asked, inquiry);
    });
  } finally {
    reader.close();
  }
}

type Asked =
  | { readonly event: string }
  | { readonly rule: string; readonly subject: string; readonly at: number };

function whatIsAsked({ alert, rule, subject, at }: Question, now: number): Asked {
  if (alert !== undefined && rule === undefined && subject === undefined && at === undefined)
    return { event: alert };
  if (alert !== undefined || rule === undefined || subject === undefined)
    throw new Refused("say the id or number of an alert, or --rule and --subject");
  return { rule, subject, at: at === undefined ? now : momentOf(at) };
}

/** A day means its end. */
function momentOf(text: string): number {
  const [, day, rest = "", zone = "+09:00"] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ??
    [];
  const at = Date.parse(`${day}T${rest === "" ? "23:59:59.999" : rest}${zone}`);
  if (day !== undefined && !Number.isNaN(at)) return at;
  throw new Refused(`--at takes a day or a time such as 2026-11-20T17:30, not "${text}"`);
}

function aboutEntry(name: string, inquiry: Inquiry): Answer | NotFound {
  const { log } = inquiry.reader;
  const seq = Number(/^(?:.*-)?#?(\d{1,15})$/.exec(name)?.[1]);
  const entry = Number.isSafeInteger(seq) && seq > 0 ? entryAt(seq, inquiry) : undefined;
  const isMeant = /^#?\d+$/.test(name) || entry?.event.id === name;
  if (entry === undefined || !isMeant) {
    const [oldest, head] = [log.oldest(), log.head()];
    const kept = head === 0 ? "which is empty" : `which is kept from #${oldest} to #${head}`;
    return { about: "nothing", message: `there is no event ${name} on the log, ${kept}`, oldest, head };
  }
  return entry.event.type.startsWith("alert.") ? aboutAlert(entry, inquiry) : aboutEvent(entry, inquiry);
}

const mostNamed = 20;

function aboutRule({ rule: name, subject, at }: Exclude<Asked, { event: string }>, inquiry: Inquiry): Answer {
  const { rules, names } = inquiry.rules;
  const rule = rules.find((each) => each.name === name);
  if (rule !== undefined) return aboutSubject({ rule, subject, at }, inquiry);
  throw new Refused(
    `there is no rule "${name}": ${didYouMean(name, names) ?? (names.slice(0, mostNamed).join(", ") || "there is none")}`,
  );
}

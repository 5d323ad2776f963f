/** What an evaluation is given: made once for each event that rules are asked about, and handed to every expression and function. */
import { weekdaysOnly } from "../../calendar/trading-calendar.ts";
import type { Event, Fields } from "../../model/event.ts";
import type { Evaluation } from "../../model/rule.ts";
import type { Found, StandingReads, Surroundings, Variables } from "./language.ts";
import { createMeter } from "./meter.ts";
import type { Handler, Signatures } from "./syntax.ts";

/**
 * Gives what expressions see in an evaluation.
 * @param seq the number of the event that it is about; left out: time alone brings something about
 */
export function surroundingsOf(
  { calendar, standing, before }: Pick<Evaluation, "calendar" | "standing" | "before">,
  seq?: number,
): Surroundings {
  const reads = standing as StandingReads | undefined;
  const itemBefore =
    reads === undefined || seq === undefined
      ? undefined
      : (reads.itemBefore ?? lookingBack(reads, before, seq));
  const lastTime = { written: "", at: Number.NaN };
  return { calendar, standing: reads, itemBefore, meter: createMeter(), named: [], lastTime };
}

/** Items as they were before an event, each looked for once. */
function lookingBack(
  reads: StandingReads,
  before: Evaluation["before"],
  seq: number,
): StandingReads["item"] | undefined {
  if (before === undefined) return undefined;
  // Made for each event, and of most events nothing is asked.
  let were: Map<string, Fields | undefined> | undefined;
  return (of, group) => {
    const name = `${of.meaning} ${group}`;
    were ??= new Map();
    if (!were.has(name)) {
      were.set(
        name,
        before(seq, () => reads.item(of, group)),
      );
    }
    return were.get(name);
  };
}

/** Gives the surroundings of what is asked apart from any evaluation: weekdays are trading days, and nothing stands. */
export function bareSurroundings(): Surroundings {
  return surroundingsOf({ calendar: weekdaysOnly });
}

/** Lets texts see what conditions found. */
export function withFound({ event, around }: Variables, found: Found): Variables {
  return { event, around, found };
}

export function variablesOf(event: Event, around: Surroundings = bareSurroundings()): Variables {
  return { event, around, found: undefined };
}

/** A function that takes the variables of its evaluation before its values. */
type AskingHandler = (variables: Variables, ...values: never[]) => unknown;

/** What the library is given for one, since it hands values alone; called so, it sees no event and counts no steps. */
interface StandIn extends Handler {
  readonly asking: (variables: Variables, ...values: unknown[]) => unknown;
}

/** Marks functions that take steps, or see more than their values. */
export function asking(handler: AskingHandler): StandIn {
  const own = handler as StandIn["asking"];
  return Object.assign((...values: unknown[]) => own(variablesOf({} as Event), ...values), { asking: own });
}

/** The function behind what the library was given; undefined where it takes values alone. */
export function askingHandler(handler: Handler): StandIn["asking"] | undefined {
  return (handler as Partial<StandIn>).asking;
}

/**
 * A function that counts, for either kind of number: `own_NAME` is whole numbers, `event_NAME` doubles.
 * @param signature its notation, given the name and the kind of its numbers
 */
export function counting(
  name: string,
  signature: (name: string, number: string) => string,
  count: AskingHandler,
): Signatures {
  const whole: AskingHandler = (variables, ...values) => BigInt(count(variables, ...values) as number);
  return [
    [signature(`own_${name}`, "int"), asking(whole)],
    [signature(`event_${name}`, "double"), asking(count)],
  ];
}

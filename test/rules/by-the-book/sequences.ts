/** Whether an event completes a sequence, by trying every choice of events for the steps. */
import { after } from "./calendar.ts";
import type { Case, Happening, Sequence, Step } from "./case.ts";
import { holds } from "./rule-parts.ts";

export interface Placed {
  readonly happening: Happening;
  readonly at: number;
}

function isStep(step: Step, { kind, ...fields }: Happening): boolean {
  return step.on.includes(kind) && (step.when === undefined || holds(step.when, fields));
}

/** Whether an event may be a step, or what must not come between. */
export function isPartOf({ steps, without }: Sequence, happening: Happening): boolean {
  return [...steps, ...(without ? [without] : [])].some((step) => isStep(step, happening));
}

/** All orders in which steps may come. */
function orders(steps: readonly Step[]): Step[][] {
  if (steps.length <= 1) return [[...steps]];
  return steps.flatMap((step, index) => orders(steps.toSpliced(index, 1)).map((rest) => [step, ...rest]));
}

/**
 * The end of the earliest sequence among events in the order of their times, or undefined. What must not come
 * between is no step.
 */
export function endOfSequence(
  calendar: Case["calendar"],
  { steps, without, within, ordered }: Sequence,
  events: readonly Placed[],
): number | undefined {
  const breaks = events.map(({ happening }) => without !== undefined && isStep(without, happening));
  const completed = (order: readonly Step[], first: number, from: number): number | undefined => {
    const [step, ...rest] = order;
    if (step === undefined) return from - 1;
    for (let index = from; index < events.length; index++) {
      if (breaks[index]) {
        if (first >= 0) return undefined;
        continue;
      }
      const { happening, at } = events[index] as Placed;
      if (first >= 0 && at > after(calendar, (events[first] as Placed).at, within)) return undefined;
      if (!isStep(step, happening)) continue;
      const end = completed(rest, first >= 0 ? first : index, index + 1);
      if (end !== undefined) return end;
    }
    return undefined;
  };
  const ends = (ordered ? [[...steps]] : orders(steps)).map((order) => completed(order, -1, 0));
  const found = ends.filter((end) => end !== undefined);
  return found.length > 0 ? Math.min(...found) : undefined;
}

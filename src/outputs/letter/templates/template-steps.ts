/**
 * Counts what templates take, so that one with loops in loops holds nobody up: in steps and never in time, for a busy
 * machine is no reason to refuse one. A step is a part of a template that is rendered, some characters of what it is
 * written as, or some more of what filters make; a few microseconds.
 */
import type { Context, Liquid, Template } from "liquidjs";

/** Steps of the messages which are made in one turn of the event loop. */
export interface TemplateSteps {
  /** What is left to those that take more than is every message's own. */
  left: number;
  /** Templates that have taken more. */
  readonly costly: Set<object>;
}

/** Steps of one message: some 20 ms. A digest of the most rows takes a tenth. */
const mostOfMessage = 8_000;
/** Steps that every message has, whatever the others took: an ordinary mail about one alert needs a third. */
const ownOfMessage = 250;
/** Further steps of all messages of a turn: once they are used up, what takes more than its own has the built-in layout. */
const mostOfTurn = 12_000;

const writtenPerStep = 32;
const madePerStep = 20;

export function createSteps(): TemplateSteps {
  return { left: mostOfTurn, costly: new Set() };
}

type Limiters = Pick<Context, "memoryLimit" | "renderLimit">;

/**
 * What the library asks while it renders one message. Throws where nothing is left to a template that has taken more
 * than a message's own: it is not tried in vain again and again.
 */
export function limitersOf(steps: TemplateSteps, template: object): Limiters {
  const refuse = () => {
    throw new RangeError("this takes too long");
  };
  if (steps.left < 0 && steps.costly.has(template)) refuse();
  let taken = 0;
  const spending = (share: number) => {
    const use = (count: number) => {
      const before = Math.max(taken, ownOfMessage);
      taken += Math.max(0, Number(count) || 0) * share;
      if (taken <= ownOfMessage) return;
      steps.costly.add(template);
      steps.left -= taken - before;
      if (taken > mostOfMessage || steps.left < 0) refuse();
    };
    // Asked with the time, which is no matter here.
    return { use, check() {} };
  };
  return { renderLimit: spending(1), memoryLimit: spending(1 / madePerStep) } as unknown as Limiters;
}

const weights = new WeakMap<Template, number>();

/** Takes the steps of each part of a template before it is rendered. */
export function countSteps({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter) =>
    render(counted(templates, context), context, emitter);
}

function counted(templates: readonly Template[], context: Context): Template[] {
  const parts = function* () {
    // A loop around nothing turns, too.
    context.renderLimit.use(1);
    for (const template of templates) {
      context.renderLimit.use(weights.get(template) ?? writtenSteps(template));
      yield template;
    }
  };
  // The library goes through them once.
  return parts() as unknown as Template[];
}

function writtenSteps({ token: { begin, end } }: Template, until = end): number {
  return 1 + Math.max(0, end - begin, until - begin) / writtenPerStep;
}

/**
 * Notes what each part of a template takes: all that is written from it to the next one beside it, for a choice
 * looks at its conditions one after the other.
 * @param end of the part that they are in, in characters
 */
export function weigh(templates: readonly Template[], end: number): void {
  for (const [at, template] of templates.entries()) {
    const until = templates[at + 1]?.token.begin ?? end;
    weights.set(template, writtenSteps(template, until));
    weigh(childrenOf(template), until);
  }
}

function childrenOf(template: Template): readonly Template[] {
  // The library gives them step by step, where a part may be a file; there are no files.
  const steps = template.children?.(false, true);
  let step = steps?.next();
  while (step !== undefined && step.done !== true) step = steps?.next(step.value);
  return (step?.value as Template[] | undefined) ?? [];
}

/** Refusals by the market service: what one means, by its status and message, and the other form of a query after it. */
import { Failure } from "../../lib/failure.ts";
import { QueryError } from "../misfits.ts";
import type { MarketCall, MarketParameter, OtherForm } from "./call.ts";

export type MarketRefusal =
  | "key" // it is missing or not accepted
  | "no-plan" // the account has none
  | "plan" // it is too low for the call
  | "window" // it does not cover the days
  | "no-such-call"
  | "unclear"; // a 403 without a word about why

const noPlan = /\bno (active )?(subscription|plan)\b/i;
const ofDays = /\bcovers? the following dates\b/i;
const ofPlan = /\b(plan|subscription|tier|upgrade)/i;
const ofPath =
  /\b(endpoint|path|resource|route|url)\b.*\bnot (exist|found)\b|\bno such (endpoint|path|call)\b/i;
const ofKey = /\b(api[- ]?key|x-api-key|key|token|credentials?|unauthori[sz]ed)\b/i;

/** Reads the meaning of a refusal; undefined: it is about something else, such as the query. */
export function marketRefusal({
  status,
  message,
}: Pick<Failure, "status" | "message">): MarketRefusal | undefined {
  // The service's words, without the addresses that were asked.
  const said = message.replace(/\S+ answered \d+/g, "");
  if (status === 401) return "key";
  if (status === 404) return "no-such-call";
  if (status === 400) return planOf(said);
  if (status !== 403) return undefined;
  // The plan before the path: of two forms of one call one may not exist.
  return planOf(said) ?? (ofPath.test(said) ? "no-such-call" : ofKey.test(said) ? "key" : "unclear");
}

function planOf(said: string): "no-plan" | "window" | "plan" | undefined {
  if (noPlan.test(said)) return "no-plan";
  if (ofDays.test(said)) return "window";
  return ofPlan.test(said) ? "plan" : undefined;
}

/** Days of a plan, both included; undefined: it has no such end. */
export interface CoveredDays {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const covered = /\bfollowing dates\b[^\d~]*(\d{4}-\d{2}-\d{2})?\s*~\s*(\d{4}-\d{2}-\d{2})?/i;

/** Reads the days that a plan covers out of a refusal of others; undefined where it does not name them. */
export function coveredDays({ message }: Pick<Failure, "message">): CoveredDays | undefined {
  const [, from, to] = covered.exec(message) ?? [];
  return from === undefined && to === undefined ? undefined : { from, to };
}

/** Status for parameters that the service does not take together, or not without others. */
const badRequest = 400;

/**
 * Whether the service does not take a range as it was asked for, mostly one without a code, so that its days are to be
 * asked for one by one; or whether its document says so. Days outside the plan are refused as such.
 */
export function refusesRange(failure: Failure): boolean {
  if (failure instanceof QueryError && failure.parameter === "from") return true;
  return failure.status === badRequest && marketRefusal(failure) === undefined;
}

type Query = Readonly<Record<string, string | undefined>>;
type Row = Readonly<Record<string, unknown>>;

interface Form {
  /** Path with its first slash. */
  readonly path: string;
  readonly query: Query;
  /** Difference from the other form, for a message. */
  readonly word: string;
}

/** Pages, and in the end the cursor of the answer. */
type Pages<R> = AsyncGenerator<R[], string | undefined, void>;

type Ask<R> = (path: string, query: Query) => Pages<R>;

/**
 * Asks in the form that the service takes. It begins with the documented one; a refusal leads to the other, which
 * is kept once it has brought rows of the days that were asked for: a service that passes over a parameter it
 * does not know would answer with other days, or with none.
 */
export function createForms() {
  /** Calls whose service is known to take the other form. */
  const others = new Set<string>();

  return async function* inTakenForm<R extends Row>(
    name: string,
    { otherForm }: MarketCall,
    query: Query,
    ask: Ask<R>,
  ): Pages<R> {
    const forms = formsOf(name, otherForm, query);
    if (otherForm === undefined || forms.length < 2) return yield* ask(`/${name}`, query);
    const [first, second] = (others.has(name) ? forms.toReversed() : forms) as [Form, Form];
    const isRefusal = (error: unknown): error is Failure =>
      error instanceof Failure && error.status !== undefined && otherForm.after.includes(error.status);

    const { pages, refusal } = await begin(ask(first.path, first.query), isRefusal);
    if (refusal === undefined) return yield* pages;
    const again = await begin(ask(second.path, second.query), isRefusal);
    if (again.refusal !== undefined) throw bothRefused([first.word, refusal], [second.word, again.refusal]);
    // Calls with a cursor have one form.
    for await (const rows of again.pages) {
      if (rows.some((row) => !isOfDays(row, otherForm, query))) throw refusal;
      if (rows.length > 0) {
        if (second === forms[1]) others.add(name);
        else others.delete(name);
      }
      yield rows;
    }
    return undefined;
  };
}

/** The documented form, and the other where it differs for this query. */
function formsOf(name: string, other: OtherForm | undefined, query: Query): Form[] {
  const renamed = Object.entries(query).map(([parameter, value]): [string, string | undefined] => [
    other?.parameters?.[parameter as MarketParameter] ?? parameter,
    value,
  ]);
  const [one, two] = [Object.keys(query), renamed.map(([parameter]) => parameter)].map((names) =>
    names.filter((_, at) => Object.values(query)[at] !== undefined).join(" and "),
  );
  const documented = { path: `/${name}`, query, word: other?.path === undefined ? (one ?? "") : name };
  if (other === undefined || (other.path === undefined && one === two)) return [documented];
  const path = `/${other.path ?? name}`;
  return [documented, { path, query: Object.fromEntries(renamed), word: other.path ?? two ?? "" }];
}

/** The pages with the first already asked for, or why the service refused to give it. */
async function begin<R>(
  pages: Pages<R>,
  isRefusal: (error: unknown) => error is Failure,
): Promise<{ pages: Pages<R>; refusal?: Failure }> {
  try {
    const first = await pages.next();
    return { pages: resumed(first, pages) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { pages, refusal: error };
  }
}

async function* resumed<R>(first: IteratorResult<R[], string | undefined>, rest: Pages<R>): Pages<R> {
  if (first.done) return first.value;
  yield first.value;
  return yield* rest;
}

function isOfDays(row: Row, { day }: OtherForm, { date, from, to }: Query): boolean {
  const of = day === undefined ? undefined : row[day];
  if (typeof of !== "string") return true;
  return (date ?? of) === of && (from ?? of) <= of && of <= (to ?? of);
}

function bothRefused([first, one]: [string, Failure], [second, two]: [string, Failure]): Failure {
  const message =
    one.message === two.message ? one.message : `${first}: ${one.message}; ${second}: ${two.message}`;
  return new Failure(one.reason, message, { status: one.status, cause: one });
}

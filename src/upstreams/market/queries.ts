/** The two forms in which services take a query. */
import { Failure } from "../../lib/failure.ts";
import type { MarketCall, OtherForm } from "./call.ts";
import type { MarketParameter } from "./parameters.ts";

type Query = Readonly<Record<string, string | undefined>>;
type Row = Readonly<Record<string, unknown>>;

interface Form {
  /** Path with its first slash. */
  readonly path: string;
  readonly query: Query;
  /** Difference from the other form, for a message. */
  readonly word: string;
}

type Ask<R> = (path: string, query: Query) => AsyncGenerator<R[], void, void>;

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
  ): AsyncGenerator<R[], void, void> {
    const forms = formsOf(name, otherForm, query);
    if (otherForm === undefined || forms.length < 2) return yield* ask(`/${name}`, query);
    const [first, second] = (others.has(name) ? forms.toReversed() : forms) as [Form, Form];
    const isRefusal = (error: unknown): error is Failure =>
      error instanceof Failure && error.status !== undefined && otherForm.after.includes(error.status);

    const { pages, refusal } = await begin(ask(first.path, first.query), isRefusal);
    if (refusal === undefined) return yield* pages;
    const again = await begin(ask(second.path, second.query), isRefusal);
    if (again.refusal !== undefined) throw bothRefused([first.word, refusal], [second.word, again.refusal]);
    for await (const rows of again.pages) {
      if (rows.some((row) => !isOfDays(row, otherForm, query))) throw refusal;
      if (rows.length > 0) {
        if (second === forms[1]) others.add(name);
        else others.delete(name);
      }
      yield rows;
    }
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
  pages: AsyncGenerator<R[], void, void>,
  isRefusal: (error: unknown) => error is Failure,
): Promise<{ pages: AsyncGenerator<R[], void, void>; refusal?: Failure }> {
  try {
    const first = await pages.next();
    return { pages: resumed(first, pages) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { pages, refusal: error };
  }
}

async function* resumed<R>(
  first: IteratorResult<R[], void>,
  rest: AsyncGenerator<R[], void, void>,
): AsyncGenerator<R[], void, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
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

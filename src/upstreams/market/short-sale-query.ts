import { Failure } from "../../lib/failure.ts";
import type { ShortSaleRecord } from "./records.ts";

/** The parameter that asks for a day of disclosure: as documented, and as observed. */
type DayParameter = "date" | "disc_date";

type Ask = (parameter: DayParameter) => Promise<ShortSaleRecord[]>;

/**
 * Asks for a day in the form that the service takes. It begins with `date`; a 400 to one form leads to the other,
 * which is kept once it has brought rows of that very day: a service that passes over a parameter it does not
 * know would answer with other days, or with none.
 */
export function createShortSaleQuery(): (date: string, ask: Ask) => Promise<ShortSaleRecord[]> {
  let preferred: DayParameter = "date";

  return async (date, ask) => {
    const first = preferred;
    const other = first === "date" ? "disc_date" : "date";
    try {
      return await ask(first);
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal;
      const rows = await ask(other).catch((error: unknown) => {
        throw isRefusal(error) ? bothRefused(first, refusal, other, error) : error;
      });
      if (rows.some((row) => row.disclosedOn !== date)) throw refusal;
      if (rows.length > 0) preferred = other;
      return rows;
    }
  };
}

function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && error.status === 400;
}

function bothRefused(first: DayParameter, one: Failure, second: DayParameter, two: Failure): Failure {
  const message =
    one.message === two.message ? one.message : `${first}: ${one.message}; ${second}: ${two.message}`;
  return new Failure("rejected", message, { status: 400, cause: one });
}

import { Failure } from "../../lib/failure.ts";
import { pathName } from "../misfits.ts";

/** A page without the variable that holds its data. Of the page itself nothing is shown but its length. */
export function lostVariable(
  { variable, expected, found }: { variable: string; expected: string; found: string },
  page: string,
  where: string,
  problem: string,
): Failure {
  const path = pathName(where, []).replace(/the answer$/, variable);
  const sample = `a page of ${page.length} characters`;
  const misfit = { places: [{ path, expected, found }], sample };
  return new Failure("malformed", `${where}: ${problem}`, { misfit });
}

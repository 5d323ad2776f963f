/** A small real condition language for tests: `now.FIELD == 'VALUE'` and `now.FIELD > NUMBER`. */
import type { CompileFilter } from "../../../../src/outputs/feed/connections/conditions.ts";

export const compileFilter: CompileFilter = (where) => {
  const equal = /^now\.(\w+) == '([^']*)'$/.exec(where);
  if (equal !== null) {
    const [, field = "", value] = equal;
    return { ok: true, matches: (event) => event.data.now[field] === value };
  }
  const greater = /^now\.(\w+) > (\d+)$/.exec(where);
  if (greater === null) return { ok: false, message: `cannot read ${where}` };
  const [, field = "", least] = greater;
  return {
    ok: true,
    matches(event) {
      const value = event.data.now[field];
      if (typeof value !== "number") throw new Error(`${field} is no number`);
      return value > Number(least);
    },
  };
};

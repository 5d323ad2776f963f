import { describe, expect, it } from "vitest";
import { createPaging } from "../../src/simulator/market/service.ts";
import { fc } from "../support/fast-check.ts";

describe("pages", () => {
  it("joined are the whole, whatever limits them, and none is over its limit", () => {
    const rows = fc.array(fc.string({ maxLength: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(
        rows,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 200 }),
        (all, most, bytes) => {
          const paging = createPaging(1, { rows: most, bytes });
          const joined: unknown[] = [];
          const keys = new Set<string>();
          for (let key: string | undefined; ; ) {
            const page = paging.cut(all, "call", key);
            const size = page.data.reduce<number>(
              (sum, row) => sum + Buffer.byteLength(JSON.stringify(row)) + 1,
              0,
            );
            expect(page.data.length).toBeLessThanOrEqual(most);
            if (page.data.length > 1) expect(size).toBeLessThanOrEqual(bytes);
            joined.push(...page.data);
            key = page.pagination_key;
            if (key === undefined) break;
            expect(keys.has(key)).toBe(false);
            keys.add(key);
          }
          expect(joined).toEqual(all);
        },
      ),
    );
  });
});

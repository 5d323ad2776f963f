/** Views under a name: what is kept of an address, and what a browser may hand back. */
import { expect, test } from "vitest";
import { savedWith, savedWithout, viewQuery, viewsIn } from "../../../../src/web/views/inbox/saved-views.tsx";

const query = (text: string) => new URLSearchParams(text);

test("a view has the filters of the address, whoever's alerts it is about, and not what is opened", () => {
  expect(viewQuery(query("rule=short-large&whose=all&text=&open=7203"))).toBe("rule=short-large&whose=all");
  expect(viewQuery(query("whose=all&rule=short-large"))).toBe(viewQuery(query("rule=short-large&whose=all")));
});

test("a view of the same name is replaced, one without a name is none, and one can be deleted", () => {
  const one = savedWith([], " Shorts ", query("rule=short-large"));
  expect(one).toEqual([{ name: "Shorts", query: "rule=short-large" }]);
  const other = savedWith(one, "Shorts", query("rule=short-new"));
  expect(other).toEqual([{ name: "Shorts", query: "rule=short-new" }]);
  expect(savedWith(other, "  ", query("state=firing"))).toEqual(other);
  expect(savedWithout(other, "Shorts")).toEqual([]);
});

test("names and their number have a bound", () => {
  let views = savedWith([], "x".repeat(1_000), query(""));
  expect(views[0]?.name.length).toBe(60);
  for (let count = 0; count < 100; count += 1) views = savedWith(views, `view ${count}`, query(""));
  expect(views.length).toBe(50);
});

test.each([[null], ["no json"], ["{}"], ['[{"name":1,"query":"a"},{"name":"","query":""},null,7]']])(
  "what a browser kept and is no view counts as none: %s",
  (text) => {
    expect(viewsIn(text)).toEqual([]);
  },
);

test("what is kept besides is left out", () => {
  expect(viewsIn('[{"name":"a","query":"rule=b","more":1},3]')).toEqual([{ name: "a", query: "rule=b" }]);
});

/** Picking alerts out of the list: one, a stock with all of its alerts, and a range. */
import { expect, test } from "vitest";
import {
  listRows,
  ranged,
  type Selection,
  selectedOf,
  toggled,
} from "../../../../src/web/views/inbox/list.ts";

import { episode } from "./episode.ts";

const rows = listRows(
  [
    episode(1, { subject: "7203" }),
    episode(2, { subject: "7203" }),
    ...[3, 4, 5].map((seq) => episode(seq, { subject: `90${seq}0` })),
  ],
  new Set(["7203"]),
);
const [stock, first, , third, , fifth] = rows as [(typeof rows)[0], ...typeof rows];
const none: Selection = new Set();
const ids = (selection: Selection) => [...selection].toSorted();

test("a stock stands for all of its alerts, and says where some are selected", () => {
  const one = toggled(none, first as typeof stock);
  expect(ids(one)).toEqual(["e-1"]);
  expect([selectedOf(stock, none), selectedOf(stock, one)]).toEqual(["none", "some"]);
  const all = toggled(one, stock);
  expect(ids(all)).toEqual(["e-1", "e-2"]);
  expect(selectedOf(stock, all)).toBe("all");
  expect(ids(toggled(all, stock))).toEqual([]);
});

test("a range becomes what its end becomes, upwards and downwards; without a beginning the end alone is meant", () => {
  const down = ranged(none, rows, third?.key, fifth as typeof stock);
  expect(ids(down)).toEqual(["e-3", "e-4", "e-5"]);
  expect(ids(ranged(none, rows, fifth?.key, third as typeof stock))).toEqual(ids(down));
  expect(ids(ranged(down, rows, third?.key, fifth as typeof stock))).toEqual([]);
  expect(ids(ranged(none, rows, "gone", fifth as typeof stock))).toEqual(["e-5"]);
  expect(ids(ranged(none, rows, undefined, fifth as typeof stock))).toEqual(["e-5"]);
});

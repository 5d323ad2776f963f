import { expect, test } from "vitest";
import { StoreError } from "../../src/model/store-faults.ts";
import type { Change } from "../../src/pipeline/change.ts";
import { createNews } from "../../src/pipeline/news.ts";

const change = (): Change => ({ drafts: [], batch: {} });

/** News with a pipeline that answers each change at once. */
function running(answer: (change: Change) => StoreError | undefined = () => undefined) {
  const news = createNews();
  const taken: Change[] = [];
  news.news$.subscribe((one) => {
    taken.push(one);
    const error = answer(one);
    news.committed({ change: one, remembers: false, limits: [], ...(error ? { error } : {}) });
  });
  return { news, taken };
}

test("what is told is committed when that returns", () => {
  const { news, taken } = running();
  const one = change();
  news.tell(one);
  expect(taken).toEqual([one]);
});

test("what could not be written throws where it was told, and not where it was given", () => {
  const full = new StoreError("the disk is full");
  const { news, taken } = running(() => full);
  expect(() => news.tell(change())).toThrow(full);
  news.give(change());
  expect(taken).toHaveLength(2);
});

test("telling fails while no pipeline runs", () => {
  expect(() => createNews().tell(change())).toThrow("no pipeline runs that takes news");
});

test("news that other news bring about is no answer to them", () => {
  const [first, second] = [change(), change()];
  const full = new StoreError("the disk is full");
  const { news } = running((one) => {
    if (one !== first) return full;
    news.give(second);
    return undefined;
  });
  news.tell(first);
});

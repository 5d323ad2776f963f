import { expect, test } from "vitest";
import { createOneAtATime } from "../../src/lib/turns.ts";
import { errorOf } from "./http/loopback.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when the test says so. */
function held(name: string, told: string[]) {
  let end = () => {};
  let fail = (_: Error) => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = reject;
  });
  const work = () => {
    told.push(name);
    return ended;
  };
  return { work, end: () => end(), fail: (error: Error) => fail(error) };
}

test("work of one key waits for the work before, work of another does not", async () => {
  const told: string[] = [];
  const [a1, a2, b] = [held("a1", told), held("a2", told), held("b", told)];
  const turns = createOneAtATime();
  const first = turns.run("7203", undefined, a1.work);
  const second = turns.run("7203", undefined, a2.work);
  void turns.run("6758", undefined, b.work);
  await settled();
  expect(told).toEqual(["a1", "b"]);
  a1.end();
  expect(await first).toBe("a1");
  await settled();
  expect(told).toEqual(["a1", "b", "a2"]);
  a2.end();
  expect(await second).toBe("a2");
});

test("work that fails lets the next begin", async () => {
  const told: string[] = [];
  const [bad, good] = [held("bad", told), held("good", told)];
  const turns = createOneAtATime();
  const failing = errorOf(turns.run("7203", undefined, bad.work));
  const next = turns.run("7203", undefined, good.work);
  bad.fail(new Error("broken"));
  expect(await failing).toMatchObject({ message: "broken" });
  good.end();
  expect(await next).toBe("good");
});

test("who is stopped before its turn fails at once, is never begun, and holds nobody up", async () => {
  const told: string[] = [];
  const [first, second, third] = [held("first", told), held("second", told), held("third", told)];
  const turns = createOneAtATime();
  const stop = new AbortController();
  const one = turns.run("7203", undefined, first.work);
  const stopped = errorOf(turns.run("7203", stop.signal, second.work));
  const last = turns.run("7203", undefined, third.work);
  stop.abort();
  expect(await stopped).toMatchObject({ name: "Failure", reason: "unreachable" });
  first.end();
  third.end();
  expect([await one, await last]).toEqual(["first", "third"]);
  expect(told).toEqual(["first", "third"]);
});

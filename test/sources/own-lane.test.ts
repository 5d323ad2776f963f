import { describe, expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { atOnce, currentLane } from "../../src/lib/turns.ts";
import { inOwnLane } from "../../src/sources/index.ts";
import type { Polled, Source } from "../../src/sources/source.ts";
import { createOddities } from "../../src/upstreams/misfits.ts";
import { serve } from "../lib/http/loopback.ts";
import { createMemoryState } from "./memory-state.ts";

test("every part of a poll is asked for in the lane of its source", async () => {
  const lanes: string[] = [];
  const partAt = async (left: number): Promise<Polled<unknown>> => {
    await Promise.resolve();
    lanes.push(currentLane());
    return { answer: left, failures: [], ...(left > 0 && { next: () => partAt(left - 1) }) };
  };
  const source: Source = {
    name: "slow",
    poll: () => partAt(2),
    diff: () => ({ drafts: [], put: [], drop: [], cursor: 0 }),
  };
  const context = { state: createMemoryState(), signal: new AbortController().signal };
  let part: Polled<unknown> | undefined = await inOwnLane(source).poll(context);
  while (part !== undefined) part = await part.next?.();
  expect(lanes).toEqual(["slow", "slow", "slow"]);
  expect(currentLane()).toBe("");
});

describe("an answer that was spoilt on its way and has the tag of the true one", () => {
  /** Serves "spoilt" first and "true" ever after, with one tag, and takes it for known where that is sent. */
  async function polled(use: (text: string) => Polled<string>, diffed: (text: string) => void = () => {}) {
    const served = await serve((request, response, count) => {
      if (request.headers["if-none-match"] === '"t"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"t"' }).end(count === 1 ? "spoilt" : "true");
    });
    const http = createHttp({ retries: 0 });
    const source = inOwnLane<string>({
      name: "spoilt",
      poll: async () => use((await http.get(served.url)).body.toString()),
      diff(answer) {
        diffed(answer);
        return { drafts: [], put: [], drop: [], cursor: 0 };
      },
    });
    const state = createMemoryState();
    const poll = async () => {
      const { answer } = await source.poll({ state, signal: new AbortController().signal });
      atOnce(source.diff(answer, state));
      return answer;
    };
    return { first: await poll().catch(String), rest: [await poll(), await poll()], asked: served.asked };
  }

  const refused = new Failure("malformed", "spoilt");
  const refuse = (text: string) => {
    if (text === "spoilt") throw refused;
  };
  const whole = (answer: string) => ({ answer, failures: [] });
  const wholeOrRefused = (text: string) => {
    refuse(text);
    return whole(text);
  };

  test.each([
    ["fails the poll", wholeOrRefused, undefined],
    ["contradicts the state", whole, refuse],
    [
      "fails a part",
      (text: string) => ({
        answer: text,
        failures: text === "spoilt" ? [{ scope: "a", failure: refused }] : [],
      }),
      undefined,
    ],
    [
      "has a record that is set aside",
      (text: string) => {
        const oddities = createOddities();
        if (text === "spoilt") oddities.setAside({ id: "a", known: {}, places: [], sample: "" });
        return { ...whole(text), oddities };
      },
      undefined,
    ],
  ])("is asked for again where it %s", async (_, use, diffed) => {
    const { rest, asked } = await polled(use, diffed);
    expect(rest).toEqual(["true", "true"]);
    expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined, '"t"']);
  });
});

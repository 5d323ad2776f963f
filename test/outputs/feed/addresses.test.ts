/** Addresses of receivers on the feed: whole for operators, masked for whoever may only read, in all that these can ask. */
import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";
import { MemoryLog } from "../../support/memory-log.ts";
import { createRig } from "./support/rig.ts";
import { startFeed } from "./support/running-feed.ts";
import { subscriber } from "./support/subscriber.ts";

const address = "Trader@example.com";
const message = "550 <trader@example.com> trader: moved to new.trader@example.org";
const shown = "550 <T***@example.com> T***: moved to n***@example.org";

function lost(more: object = {}, subject = "7203"): EventDraft {
  const now = { alert: "e-1", rule: "large", title: "櫓", address, reason: "refused", message, attempts: 1 };
  return { type: "mail.failed", source: "/outputs/email", subject, data: { now: { ...now, ...more } } };
}

function readers(query = "") {
  const rig = createRig(undefined, undefined, { compileFilter: createFilterCompiler(builtInTypes) });
  const commit = (...drafts: EventDraft[]) => {
    rig.log.append(...drafts);
    rig.hub.wake();
    rig.settle();
  };
  const connect = (asked = query) => {
    const both = [rig.connect(asked), rig.connect(asked, undefined, false)] as const;
    rig.settle();
    const told = () =>
      both.map((socket) =>
        socket.ofType("event").map(({ event }) => [event.subject, event.data.now.address]),
      );
    return { both, told };
  };
  return { commit, connect };
}

describe("A lost mail", () => {
  it("is told with its address to operators, and without to others, live and on resume", () => {
    const { commit, connect } = readers();
    const live = connect("types=mail.*");
    commit(lost());
    const resumed = connect("types=mail.*&since=start");
    const expected = [[["7203", address]], [["7203", "T***@example.com"]]];
    expect(live.told()).toEqual(expected);
    expect(resumed.told()).toEqual(expected);
    const [, reader] = live.both;
    expect(reader.ofType("event")[0].event.data.now.message).toBe(shown);
  });

  it("has no address as its subject for others, where nothing is known of its alert", () => {
    const { commit, connect } = readers();
    const all = connect("types=mail.*");
    const tried = connect(`types=mail.*&subjects=${address}`);
    commit(lost({}, address));
    expect(all.told()).toEqual([[[address, address]], [["T***@example.com", "T***@example.com"]]]);
    expect(tried.told()).toEqual([[[address, address]], []]);
  });

  it.each([
    `now.address == '${address}'`,
    "now.address.startsWith('Tr')",
    "now.message.contains('trader')",
    "size(now.address) == 18",
    `event.subject == '${address}'`,
  ])("is not found by others with %s", (where) => {
    const { commit, connect } = readers();
    const live = connect(`types=mail.*&where=${encodeURIComponent(where)}`);
    commit(lost({}, address));
    const resumed = connect(`types=mail.*&since=start&where=${encodeURIComponent(where)}`);
    for (const { told } of [live, resumed]) expect(told().map((got) => got.length)).toEqual([1, 0]);
  });

  it("is found by others by what they are shown", () => {
    const { commit, connect } = readers();
    const where = encodeURIComponent("now.address == 'T***@example.com'");
    const live = connect(`types=mail.*&where=${where}`);
    commit(lost());
    expect(live.told().map((got) => got.length)).toEqual([0, 1]);
  });

  it("keeps the name of a webhook's target", () => {
    const { commit, connect } = readers();
    const live = connect("types=webhook.*");
    commit({ ...lost({ address: "chat", message: "HTTP 404" }), type: "webhook.failed" });
    expect(live.told()).toEqual([[["7203", "chat"]], [["7203", "chat"]]]);
  });
});

describe("Over the network", () => {
  it.each([
    [
      "operators have tokens of their own",
      { tokens: ["reader"], operators: ["operator"] },
      [address, "T***@example.com"],
    ],
    ["whoever reads may act", { tokens: ["reader", "operator"] }, [address, address]],
  ])("the token decides, where %s", async (_, options, expected) => {
    const log = new MemoryLog();
    log.append(lost());
    const { url } = await startFeed(options, log);
    const asked = ["operator", "reader"].map(async (token) => {
      const protocols = ["yagura.v1", `bearer.${token}`];
      const { event } = await subscriber(`${url}?types=mail.*&since=start`, { protocols }).frame("event");
      return event.data.now.address;
    });
    expect(await Promise.all(asked)).toEqual(expected);
  });
});

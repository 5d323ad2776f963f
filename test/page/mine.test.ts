/** What the inbox takes for the reader's own, as the monitor knows it. */
import { expect, test } from "vitest";
import type { MineAnswer } from "../../src/model/page/watchlists.ts";
import type { Watchlists } from "../../src/model/watchlists.ts";
import { mineCall } from "../../src/page/about.ts";
import { answeredStore } from "../app/answers/answered-store.ts";

const routes = [{ match: "rule=chatty", to: ["webhook:chat"] }];

/** @param alerts the section of the settings */
function mineScene(alerts: object | undefined) {
  const scene = answeredStore("2026-11-20T17:30", alerts);
  let lists: Watchlists = {
    held: [{ code: "7203" }, { code: "130A" }],
    others: [{ code: "7203" }],
    empty: [],
  };
  const people = [{ name: "aoi", watchlists: ["held"], receivers: ["webhook:aoi"] }, { name: "jun" }];
  const config = { recordSources: [], alerts, people };
  const call = mineCall({ config, store: scene.store, rules: { watchlists: () => lists } } as never);
  return {
    ...scene,
    edit(next: Watchlists) {
      lists = next;
    },
    /** @param who the person whose token it is */
    ask: async (who: { readonly person?: string } = {}) =>
      (await call.answer({ query: new URLSearchParams(), body: undefined, ...who })).body as MineAnswer,
  };
}

test("lists are named with their stocks, as they are now", async () => {
  const { ask, edit } = mineScene(undefined);
  expect((await ask()).watchlists).toEqual({ held: ["7203", "130A"], others: ["7203"], empty: [] });
  edit({ held: [{ code: "6758" }] });
  expect((await ask()).watchlists).toEqual({ held: ["6758"] });
  edit({});
  expect((await ask()).watchlists).toEqual({});
});

test("the monitor's own news are known by their types, and alerts about alerts are none of them", async () => {
  const { news } = await mineScene(undefined).ask();
  expect(news).toEqual(
    expect.arrayContaining([
      "source.failed",
      "source.quarantined",
      "rules.rejected",
      "mail.failed",
      "store.damaged",
    ]),
  );
  expect(news.filter((type) => /^(alert|forum|short|margin|statistics)\./.test(type))).toEqual([]);
});

test("an alert of which a route notifies somebody is named as long as it is open", async () => {
  const { ask, fire, post } = mineScene({ routes });
  const chatty = fire("chatty", { recipients: [] });
  fire("quiet", { recipients: [] });
  expect((await ask()).routed).toEqual([chatty.event.id]);
  await post("/control/resolve", { alert: chatty.event.id, by: "hana" });
  expect((await ask()).routed).toEqual([]);
});

test("without such a route no alert is looked at: alerts name the receivers of their rules themselves", async () => {
  const { ask, fire } = mineScene({ routes: [{ match: "severity=info", digest: ["before-open"] }] });
  fire("loud");
  expect((await ask()).routed).toEqual([]);
});

test("a person has lists and receivers of their own, and who comes with nobody's token has all of them", async () => {
  const { ask, fire } = mineScene({ routes });
  const { event } = fire("chatty", { recipients: [] });
  expect(await ask({ person: "aoi" })).toMatchObject({
    ...{ watchlists: { others: ["7203"] }, routed: [] },
    own: { watchlists: ["held"], receivers: ["webhook:aoi"] },
  });
  expect(await ask({ person: "jun" })).toMatchObject({ routed: [event.id], own: {} });
  expect(await ask()).not.toHaveProperty("own");
});

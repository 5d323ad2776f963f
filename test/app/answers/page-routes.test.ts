/** Pages that links in mails lead to: what a look shows, what a button does, and who is refused. */
import { describe, expect, it } from "vitest";
import { nextWeekOpen } from "../../../src/app/answers/page-routes.ts";
import { createTradingCalendar, weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { answeredStore } from "./answered-store.ts";

const start = "2026-11-20T17:30";
const japanese = { receivers: { "email:desk": { language: "ja" } } };

function stage(settings?: object) {
  const scene = answeredStore(start, settings);
  const alert = scene.fire("short-large", { title: "Example Capital is short <b>2 %</b>", body: "one\ntwo" });
  const links = scene.links(alert, "email:desk");
  if (links === undefined) throw new Error("there are no links");
  return { ...scene, alert, links, linksOf: scene.links };
}

describe("The page of a link", () => {
  it("shows the alert as text and one button, and changes nothing", async () => {
    const { open, links, told } = stage();
    const { status, html } = await open(links.acknowledge);
    expect(status).toBe(200);
    expect(html).toContain('<h1 dir="auto">Example Capital is short &lt;b&gt;2 %&lt;/b&gt;</h1>');
    expect(html).toContain("short-large · 7203 · Fri 20 Nov, 17:30 (Japan)");
    expect(html.match(/<button/g)).toHaveLength(1);
    const silence = await open(links.silence);
    expect(silence.html.match(/<button/g)).toHaveLength(3);
    expect(silence.html).toContain("until Mon 23 Nov, 09:00 (Japan)");
    expect(told(/./).map(({ type }) => type)).toEqual(["alert.fired"]);
  });

  it("speaks the receiver's language", async () => {
    const { open, links } = stage(japanese);
    const { html } = await open(links.silence);
    expect(html).toContain('<html lang="ja">');
    expect(html).toContain("7203についてのshort-largeのアラートの通知を、すべての宛先で停止します");
    expect(html).toContain("11月23日（月）09:00まで");
  });

  it("shows the alert in the receiver's language, where its rule has texts in it", async () => {
    const texts = { ja: { title: "例示投資が2%空売り", body: "計算日は18日" } };
    for (const [settings, shown] of [
      [japanese, "例示投資が2%空売り"],
      [{}, "In English"],
    ] as const) {
      const { fire, links, open } = answeredStore(start, settings);
      const own = links(fire("short-large", { title: "In English", body: "x", texts }), "email:desk");
      expect((await open(own?.alert ?? "")).html).toContain(`<h1 dir="auto">${shown}</h1>`);
    }
  });

  it("of the alert says how it stands with it, and leads to the answers", async () => {
    const { open, links, post, alert, until } = stage();
    expect((await open(links.alert)).html).toContain("This alert is open.");
    expect((await open(links.alert)).html).toContain(links.silence.replaceAll("&", "&amp;"));
    await open(links.acknowledge, { acknowledge: "1" });
    expect((await open(links.alert)).html).toContain("email:desk acknowledged it.");
    await open(links.silence, { span: "3h" });
    expect((await open(links.alert)).html).toContain("It is silenced until Fri 20 Nov, 20:30 (Japan).");
    await post("/control/resolve", { alert: alert.event.id, by: "hana" });
    expect((await open(links.alert)).html).toContain("This alert is resolved.");
    until("2026-11-21T17:30");
    expect((await open(links.alert)).status).toBe(200);
  });

  it("of the alert has the decisions about its own receiver alone", async () => {
    const { open, links, fire } = answeredStore(start);
    const alert = fire("short-large", { recipients: ["email:desk", "email:night", "email:far"] });
    const { html } = await open(links(alert, "email:night")?.alert ?? "");
    const [, why = ""] = html.split('id="why"');
    expect(why).toContain("first alert of its episode</li>");
    expect(why.match(/<li/g)).toHaveLength(1);
  });
});

describe("The button", () => {
  it("acknowledges in the receiver's name; a second time finds it done", async () => {
    const { open, links, told } = stage();
    const first = await open(links.acknowledge, { acknowledge: "1" });
    expect([first.status, first.html]).toEqual([200, expect.stringContaining("Done. It is not repeated.")]);
    const second = await open(links.acknowledge, { acknowledge: "1" });
    expect(second.status).toBe(200);
    expect(second.html).toContain("Nothing to do. email:desk acknowledged it.");
    expect(told(/acknowledged/).map(({ now }) => now.by)).toEqual(["email:desk"]);
  });

  it("says what an alert was worth, also when it is over, and takes that back; a look says nothing", async () => {
    const { open, links, told, post, alert } = stage();
    expect((await open(links.rate)).html.match(/<button/g)).toHaveLength(3);
    expect(told(/rated/)).toEqual([]);
    const first = await open(links.rate, { worth: "useful" });
    expect([first.status, first.html]).toEqual([200, expect.stringContaining("The answer is noted.")]);
    expect((await open(links.alert)).html).toContain("email:desk: Useful.");
    await post("/control/resolve", { alert: alert.event.id, by: "hana" });
    await open(links.rate, { worth: "not-useful" });
    await open(links.rate, { worth: "taken-back" });
    expect((await open(links.rate, { worth: "great" })).status).toBe(400);
    expect(told(/rated/).map(({ now }) => [now.by, now.worth])).toEqual([
      ["email:desk", "useful"],
      ["email:desk", "not-useful"],
      ["email:desk", "taken-back"],
    ]);
    expect((await open(links.alert)).html).not.toContain("seful.");
  });

  it.each([
    ["3h", "2026-11-20T20:30"],
    ["1d", "2026-11-21T17:30"],
    ["week", "2026-11-23T09:00"],
  ])("silences the rule and its subject for %s", async (span, end) => {
    const { open, links, silences, alert } = stage();
    const { status } = await open(links.silence, { span });
    expect(status).toBe(200);
    expect(silences()).toEqual([
      {
        ...{ id: "s2", match: "rule=short-large subject=7203", fate: "drop", author: "email:desk" },
        because: `by the link in the mail about ${alert.event.id}`,
        ...{ from: Date.parse(`${start}:00+09:00`), until: Date.parse(`${end}:00+09:00`) },
      },
    ]);
  });

  it("silences for a day by a mail program's one click, and once, however often it clicks", async () => {
    const { open, links, silences, until } = stage();
    const oneClick = { "List-Unsubscribe": "One-Click" };
    await open(links.silence, oneClick);
    until("2026-11-20T18:00");
    const { status, html } = await open(links.silence, oneClick);
    expect([status, html]).toEqual([200, expect.stringContaining("Nothing to do.")]);
    expect(silences().map((one) => one.until)).toEqual([Date.parse("2026-11-21T17:30:00+09:00")]);
    await open(links.silence, { span: "week" });
    expect(silences()).toHaveLength(2);
  });

  it("silences once: when that has ended, by time or by hand, the link does nothing and says so", async () => {
    const { open, links, silences, until, post, fire, ...scene } = stage();
    await open(links.silence, { span: "3h" });
    const [set] = silences();
    await post("/control/silences/expire", { id: set?.id, author: "hana" });
    expect(silences()).toEqual([]);
    for (const form of [undefined, { span: "week" }, { "List-Unsubscribe": "One-Click" }]) {
      const { status, html } = await open(links.silence, form as Record<string, string>);
      expect([status, html.match(/<button/g)]).toEqual([409, null]);
      expect(html).toContain(
        "This link has set a silence until Fri 20 Nov, 20:30 (Japan), and that has ended.",
      );
    }
    expect(silences()).toEqual([]);
    // Of another receiver, and of another alert, it is another link.
    const others = scene.linksOf(scene.alert, "email:night");
    await open(others?.silence ?? "", { span: "3h" });
    expect(silences()).toHaveLength(1);
    until("2026-11-20T21:00");
    expect(silences()).toEqual([]);
    expect((await open(others?.silence ?? "", { span: "3h" })).status).toBe(409);
    const next = scene.linksOf(fire("short-large"), "email:desk");
    expect((await open(next?.silence ?? "", { span: "3h" })).status).toBe(200);
  });

  it("says in the receiver's language that its link is used up", async () => {
    const { open, links, until } = stage(japanese);
    await open(links.silence, { span: "3h" });
    until("2026-11-20T21:00");
    const { html } = await open(links.silence);
    expect(html).toContain("このリンクで設定した通知停止（11月20日（金）20:30まで）は終了しました。");
  });

  it.each([{}, { span: "10y" }, { span: "" }, { "List-Unsubscribe": "yes" }])(
    "does nothing for the form %j, and shows the choices again",
    async (form) => {
      const { open, links, silences } = stage();
      const { status, html } = await open(links.silence, form as Record<string, string>);
      expect([status, html.match(/<button/g)?.length]).toEqual([400, 3]);
      expect(silences()).toEqual([]);
    },
  );

  it("silences a subject with signs of the language of matchers, and that alone", async () => {
    const { fire, links, open, get } = answeredStore(start);
    const odd = 'a b,"c*';
    const found = links(fire("short-large", { subject: odd }), "email:desk");
    await open(found?.silence ?? "", { span: "3h" });
    const later = fire("short-large", { subject: 'a b,"cx' });
    const { body } = await get("/control/alerts");
    const states = (body.alerts as { subject: string; state: string }[]).map((one) => [
      one.subject,
      one.state,
    ]);
    expect(states).toEqual([
      [later.event.subject, "firing"],
      [odd, "silenced"],
    ]);
  });

  it("of an alert that is over says so, and silences all the same", async () => {
    const { open, links, post, alert, told } = stage();
    await post("/control/resolve", { alert: alert.event.id, by: "hana" });
    const { status, html } = await open(links.acknowledge, { acknowledge: "1" });
    expect([status, html]).toEqual([409, expect.stringContaining("This alert is resolved.")]);
    expect(told(/acknowledged/)).toEqual([]);
    expect((await open(links.silence, { span: "3h" })).status).toBe(200);
  });

  it("says where nothing could be written", async () => {
    const { open, links, fill } = stage();
    await open(links.alert);
    fill(true);
    const { status, html } = await open(links.acknowledge, { acknowledge: "1" });
    expect([status, html]).toEqual([503, expect.stringContaining("Try again")]);
  });
});

describe("A link that is", () => {
  it("changed in one sign is refused, in both languages, without a word of the alert", async () => {
    const { open, links, told } = stage();
    const wrong = links.acknowledge.replace(/sig=(.)/, (_, sign) => `sig=${sign === "A" ? "B" : "A"}`);
    for (const form of [undefined, { acknowledge: "1" }]) {
      const { status, html } = await open(wrong, form);
      expect(status).toBe(403);
      expect(html).toContain("This link is not valid");
      expect(html).toContain("このリンクは正しくありません");
      expect(html).not.toContain("Example Capital");
    }
    expect(told(/acknowledged/)).toEqual([]);
  });

  it("older than thirty days is refused in the receiver's language", async () => {
    const { open, links, until, told } = stage(japanese);
    until("2026-12-20T17:31");
    const { status, html } = await open(links.acknowledge, { acknowledge: "1" });
    expect([status, html]).toEqual([410, expect.stringContaining("期限切れ")]);
    expect(told(/acknowledged/)).toEqual([]);
  });

  it("of an alert that the log does not keep any more says so", async () => {
    const { open, links, store, fire, until } = stage();
    until("2026-11-21T17:30");
    fire("short-large");
    store.prune({ before: Date.parse("2026-11-21T00:00:00+09:00") });
    const { status } = await open(links.alert);
    expect(status).toBe(404);
  });
});

describe("Until the next week's open", () => {
  const at = (time: string) => Date.parse(`${time}:00+09:00`);

  it.each([
    ["2026-11-20T17:30", "2026-11-23T09:00"],
    ["2026-11-22T23:59", "2026-11-23T09:00"],
    ["2026-11-23T00:00", "2026-11-30T09:00"],
    ["2026-11-23T08:00", "2026-11-30T09:00"],
  ])("from %s is %s", (from, open) => {
    expect(nextWeekOpen(at(from), weekdaysOnly)).toBe(at(open));
  });

  it("is a Tuesday's where Monday is a holiday", () => {
    const closed = createTradingCalendar(new Map([["2026-11-23", false]]));
    expect(nextWeekOpen(at(start), closed)).toBe(at("2026-11-24T09:00"));
  });
});

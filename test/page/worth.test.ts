/** The report on rules as the page asks for it, and the edit that its button makes. */
import { expect, test } from "vitest";
import type { BenchRuleAnswer, TryAnswer } from "../../src/model/page/bench.ts";
import type { RulesReport } from "../../src/model/page/worth.ts";
import { until } from "../support/until.ts";
import { filesScene } from "./files-scene.ts";

const rules = `rules:
  # about the first
  - name: large
    on: short.report.opened
    when: now.ratio >= 0.5
    title: "{{ now.code }}"
    notify: [email:desk]
  - { name: small, on: short.report.opened, when: now.ratio < 0.5, title: x }
`;
const mail = `email: { smtp: "file:outbox", from: y@example.com, recipients: { desk: [desk@example.com] } }\n`;

function scene() {
  const made = filesScene({ "rules/a.yaml": rules, "monitor.yaml": mail });
  const told = (type: "alert.fired" | "alert.rated", code: string, now: object) =>
    made.tell({
      type,
      source: "/rules/large",
      subject: code,
      data: { now: { rule: "large", key: code, ...now } },
    });
  return {
    ...made,
    /** The alerts about the four reports of the log, which are its first entries, called useless. */
    rate(fired: number) {
      for (let at = 0; at < fired; at += 1) {
        const cause = { seq: (at % 4) + 1, id: "x", type: "short.report.opened", source: "x", subject: "x" };
        told("alert.fired", String(7200 + (at % 4)), { severity: "info", title: "x", recipients: [], cause });
        const worth = { worth: "not-useful", by: "Aoi" };
        told("alert.rated", String(7200 + (at % 4)), { ...worth, alert: `e-${5 + 2 * at}` });
      }
    },
    async report(since: string): Promise<TryAnswer<RulesReport>> {
      const { body } = await made.post<{ id: string }>("/api/rules/report", { since });
      const path = `/api/rules/report?id=${body.id}`;
      let answer: TryAnswer<RulesReport> | undefined;
      await until("the report", async () => {
        answer = (await made.get<TryAnswer<RulesReport>>(path)).body;
        return answer.state !== "running";
      });
      if (answer === undefined) throw new Error("there is none");
      return answer;
    },
  };
}

test("a proposal's edit is saved as the bench saves it, and the rest of the file stays", async () => {
  const { rate, report, get, post, file, rightOf } = scene();
  rate(5);
  const answer = await report("2026-01-01");
  if (answer.state !== "done") throw new Error(JSON.stringify(answer));
  const [{ rule, notUseful, proposal } = { rule: "", notUseful: 0, proposal: undefined }] =
    answer.result.rules;
  expect([rule, notUseful, proposal?.kind]).toEqual(["large", 5, "retire"]);
  const { before, text } = proposal?.edit ?? {};
  const known = (await get<BenchRuleAnswer>("/api/bench/rule?name=large")).body;
  expect(before).toBe(known.text);
  expect((await post("/api/bench/save", { text, rule, hash: known.hash })).status).toBe(200);
  expect(file("rules/a.yaml")).toBe(rules.replace("name: large\n", "name: large\n    enabled: false\n"));
  expect(rightOf("/api/rules/report")).toBe("read");
});

test("a report that cannot be made says why, and one that there is not is not there", async () => {
  const { report, get, post } = scene();
  expect(await report("soon")).toMatchObject({
    state: "refused",
    message: expect.stringContaining("--since"),
  });
  expect((await get("/api/rules/report?id=none")).status).toBe(404);
  expect((await post("/api/rules/report", {})).status).toBe(400);
  expect((await post("/api/rules/report/cancel", { id: "none" })).status).toBe(200);
});

/** Templates and conditions that are as costly as they may be written: each is refused or stopped in its time. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mailOf } from "../../src/outputs/email/member.ts";
import { readTemplates } from "../../src/outputs/email/read-templates.ts";
import { createTemplates } from "../../src/outputs/email/running-templates.ts";
import { createSteps } from "../../src/outputs/letter/templates/template-steps.ts";
import { address, alertOf, askedOf, causeOf, from, notificationOf, toldOf } from "../outputs/letter/scene.ts";
import { costlyExpressions } from "../rules/hostile/costly-expressions.ts";
import { outcome } from "../rules/hostile/subject.ts";
import { cpuMs, mostMs } from "../support/cpu-time.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { tell, trialsOf } from "./trials.ts";

test("a condition that would take long is refused or stopped within its time", (context) => {
  const step = trialsOf({ quick: 5, all: 1 });
  const tried = costlyExpressions.filter((_, at) => at % step === 0);
  const times = tried.map(([expression, subject]) => cpuMs(() => outcome(expression, subject), mostMs));
  const late = tried.filter((_, at) => Number(times[at]) >= mostMs).map(([expression]) => expression);
  tell(context, {
    fault: "conditions at their limits",
    tried: tried.length,
    lost: 0,
    wrong: late.length,
    shown: `${Math.max(...times).toFixed(0)} ms of the processor at most`,
    failsWith: "a step of an evaluation that is not counted",
  });
  expect(late).toEqual([]);
});

const loops = (count: number, range: string, inner: string) =>
  `${Array.from({ length: count }, (_, at) => `{% for r${at} in ${range} %}`).join("")}${inner}${"{% endfor %}".repeat(count)}`;

const costly: readonly string[] = [
  loops(6, "details.rows", "{{ r0.label | upcase }}"),
  loops(6, "(1..9)", "{{ r0 }}"),
  loops(2, "(1..900)", "{{ title | upcase | downcase | append: title }}"),
  loops(1, "(1..900)", "{{ details.rows | map: 'label' | join: title | split: '' | reverse | join: 'x' }}"),
  loops(3, "(1..60)", "{% assign a = title | append: r0 %}{% if a contains 'zz' %}{{ a }}{% endif %}"),
  loops(2, "(1..300)", "{{ body | replace: 'a', title | truncate: 4 }}"),
];
const mails = 40;

/** Mails of one turn by this template: how long they take, and how many are made by it. */
async function turnOf(template: string): Promise<{ ms: number; own: number; all: number }> {
  const folder = join(tmpFolder(), "templates");
  mkdirSync(folder);
  writeFileSync(join(folder, "alert.txt"), `Own{% if who != '' %}${template}{% endif %}`);
  const cause = causeOf();
  const asked = askedOf(
    notificationOf([toldOf(alertOf({ title: "a title" }, cause), cause)], { kind: "alert" }),
  );
  const found = await readTemplates(folder);
  let made: string[] = [];
  const ms = cpuMs(() => {
    const templates = createTemplates();
    templates.take(found);
    const templateSteps = createSteps();
    made = Array.from(
      { length: mails },
      () => mailOf({ ...asked, templateSteps }, from, address, templates).text,
    );
  }, mostMs);
  return { ms, own: made.filter((text) => text.startsWith("Own")).length, all: made.filter(Boolean).length };
}

test("the mails of a turn are made in its time, whatever their template asks for, and none is missing", async (context) => {
  const turns = await Promise.all(costly.map(turnOf));
  const late = costly.filter((_, at) => Number(turns[at]?.ms) >= mostMs);
  const missing = turns.reduce((sum, { all }) => sum + mails - all, 0);
  tell(context, {
    fault: `templates at their limits, ${mails} mails of a turn`,
    tried: costly.length,
    lost: missing,
    wrong: late.length,
    shown: `${Math.max(...turns.map(({ ms }) => ms)).toFixed(0)} ms of the processor at most; ${turns.reduce((sum, { own }) => sum + own, 0)} mails by their template`,
    failsWith: "steps that each mail has for itself",
  });
  expect([late, missing]).toEqual([[], 0]);
});

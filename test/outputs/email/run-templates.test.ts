/** Templates of a folder in use: edits, bad edits, and mails that they make. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createLog, type Log } from "../../../src/lib/log.ts";
import { mailOf } from "../../../src/outputs/email/member.ts";
import {
  readTemplates,
  runMailTemplates,
  watchTemplates,
} from "../../../src/outputs/email/read-templates.ts";
import { createTemplates, templatesOf } from "../../../src/outputs/email/running-templates.ts";
import { createSteps } from "../../../src/outputs/letter/templates/template-steps.ts";
import { bareSample } from "../../../src/outputs/letter/templates/variables.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import {
  address,
  alertOf,
  askedOf,
  causeOf,
  from,
  mailAbout,
  notificationOf,
  toldOf,
} from "../letter/scene.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(tmpFolder(), "templates");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const asked = (title: string, kind: "alert" | "group" = "alert") => {
  const cause = causeOf();
  return askedOf(notificationOf([toldOf(alertOf({ title }, cause), cause)], { kind }));
};

it("a file makes its part of its kind of mail, and all else is the built-in mail", async () => {
  const templates = createTemplates();
  const found = await readTemplates(folderWith({ "alert.txt": "Own: {{ title }}", "README.md": "{{ x }}" }));
  expect(templates.take(found)).toEqual([]);
  const own = mailOf(asked("<b>"), from, address, templates);
  const builtIn = mailAbout({ title: "<b>" });
  expect(own.text).toBe("Own: <b>");
  expect({ ...own, text: "" }).toEqual({ ...builtIn, text: "" });
  expect(mailOf(asked("x", "group"), from, address, templates)).toEqual(
    mailOf(asked("x", "group"), from, address),
  );
});

it("a bad edit leaves the last good one in use and says where the mistake is; a file that goes is the built-in mail", async () => {
  const folder = folderWith({ "alert.html": "<p>{{ title }}</p>" });
  const templates = createTemplates();
  templates.take(await readTemplates(folder));
  const html = () => mailOf(asked("A & B"), from, address, templates).html;
  expect(html()).toBe("<p>A &amp; B</p>");
  writeFileSync(join(folder, "alert.html"), "<p>\n{{ titel }}</p>");
  const [problem] = templates.take(await readTemplates(folder));
  expect(problem).toMatchObject({ line: 2, column: 4, source: "{{ titel }}</p>" });
  expect(problem?.file.endsWith("alert.html")).toBe(true);
  expect(html()).toBe("<p>A &amp; B</p>");
  rmSync(folder, { recursive: true });
  expect(templates.take(await readTemplates(folder))).toHaveLength(1);
  expect(html()).toBe("<p>A &amp; B</p>");
  mkdirSync(folder);
  expect(templates.take(await readTemplates(folder))).toEqual([]);
  expect(html()).toContain("<!DOCTYPE html>");
});

it("a file with another name is told, with the name that was meant; one that is no text, too", async () => {
  const folder = folderWith({ "alerts.html": "x", ".alert.html.swp": "{{", "group.txt": "" });
  writeFileSync(join(folder, "digest.txt"), Buffer.from([0xff, 0xfe, 0x00]));
  const { problems } = await readTemplates(folder);
  expect(problems.map(({ message, suggestion }) => [message, suggestion])).toEqual([
    ["mails have no template of this name", "did you mean `alert.html`?"],
    ["this is not UTF-8", undefined],
  ]);
});

it("a template that fails on a mail costs its looks alone, and is counted", () => {
  const templates = createTemplates();
  const fails = () => {
    throw new RangeError("too long");
  };
  templates.take({ templates: new Map([["alert.txt", fails]]), refused: new Set(), problems: [] });
  expect(mailOf(asked("A title"), from, address, templates).text).toContain("A title");
  expect(templates.failures()).toBe(1);
  expect(templates.render("group", "txt", bareSample())).toBeUndefined();
});

it("the mails that are made at once take so many steps together, and the others are the built-in mail", async () => {
  const templates = createTemplates();
  const nested = "{% for a in (1..60) %}{% for b in (1..60) %}{% endfor %}{% endfor %}";
  templates.take(
    await readTemplates(folderWith({ "alert.txt": `Own{% if who != '' %}${nested}{% endif %}` })),
  );
  const templateSteps = createSteps();
  const { left } = templateSteps;
  const texts = Array.from({ length: 40 }, () => {
    const before = templateSteps.left;
    const { text } = mailOf({ ...asked("x"), templateSteps }, from, address, templates);
    return { isOwn: text === "Own", steps: before - templateSteps.left };
  });
  const own = texts.filter(({ isOwn }) => isOwn);
  expect(own.length).toBe(Math.floor(left / (own[0]?.steps ?? 0)));
  expect(own.length).toBeLessThan(40);
  expect(templates.failures()).toBe(40 - own.length);
  // Alone each is as its template says.
  expect(mailOf(asked("x"), from, address, templates).text).toBe("Own");
});

it("a form of usual size does not depend on how many others came, whatever they took", async () => {
  const templates = createTemplates();
  const rows = "{% for row in changes.rows %}{{ row.label }}: {{ row.was }} to {{ row.now }}\n{% endfor %}";
  const nested = "{% for a in (1..60) %}{% for b in (1..60) %}{% endfor %}{% endfor %}";
  const files = { "alert.txt": `Own {{ title }}\n${rows}`, "group.txt": `Own ${nested}` };
  templates.take(await readTemplates(folderWith(files)));
  const templateSteps = createSteps();
  const isOwn = (kind: "alert" | "group") =>
    mailOf({ ...asked("x", kind), templateSteps }, from, address, templates).text.startsWith("Own");
  expect(Array.from({ length: 20 }, () => isOwn("group")).at(-1)).toBe(false);
  expect(Array.from({ length: 300 }, () => isOwn("alert")).every(Boolean)).toBe(true);
});

it("an edit is taken when two looks in a row agree, and not before", async () => {
  const folder = folderWith({ "alert.txt": "one" });
  const calls: (() => void)[] = [];
  const after = (_: number, call: () => void) => {
    calls.push(call);
    return () => {
      calls.length = 0;
    };
  };
  let edits = 0;
  const stop = watchTemplates(folder, { after }, async () => {
    edits += 1;
  });
  const look = async (): Promise<number> => {
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 10_000 });
    calls.shift()?.();
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 10_000 });
    return edits;
  };
  expect([await look(), await look()]).toEqual([0, 0]);
  writeFileSync(join(folder, "alert.txt"), "half");
  expect(await look()).toBe(0);
  writeFileSync(join(folder, "alert.txt"), "whole, and longer");
  expect([await look(), await look(), await look()]).toEqual([0, 1, 1]);
  stop();
  expect(calls).toEqual([]);
});

it("a start with a file that has a mistake sends the built-in mail in its place, and says so with the place", async () => {
  const folder = folderWith({ "alert.txt": "{{ titel }}", "alert.html": "<p>{{ title }}</p>" });
  const lines: string[] = [];
  const warn = (_: object, message: string) => void lines.push(message);
  const log = { ...createLog("silent"), warn } as unknown as Log;
  const settings = {};
  const running = await runMailTemplates(folder, settings, log);
  running.stop();
  const templates = templatesOf(settings);
  expect(templates?.render("alert", "txt", bareSample())).toBeUndefined();
  expect(templates?.render("alert", "html", bareSample())).toBe("<p>A title</p>");
  expect(lines.join("")).toContain("alert.txt:1:4: mails have no `titel` (did you mean `title`?)");
  expect(lines.join("")).toContain("the built-in mail is sent in its place");
});

/** Templates of mails: what is refused at the load, and what strangers' text can do in them. */
import { Parser } from "htmlparser2";
import { describe, expect, it, vi } from "vitest";
import { compileTemplate } from "../../../src/outputs/email/read-templates.ts";
import type { CompiledTemplate } from "../../../src/outputs/letter/templates/template.ts";
import { bareSample, fullSample, withTexts } from "../../../src/outputs/letter/templates/variables.ts";
import { fc } from "../../support/fast-check.ts";

const mistakes = (compiled: CompiledTemplate) =>
  compiled.ok
    ? []
    : compiled.mistakes.map(({ line, column, message, suggestion = "" }) =>
        [`${line}:${column}`, message, suggestion].join(" | "),
      );

const rendered = (text: string, format: "html" | "txt" = "html") => {
  const compiled = compileTemplate(text, "alert", format);
  if (!compiled.ok) throw new Error(mistakes(compiled).join());
  return compiled.render;
};

describe("a template", () => {
  it("shows the content of a mail in its own way", () => {
    const text = `{{ severity_words }}: {{ title }}
{% for row in changes.rows %}{{ row.label }} {{ row.was }} > {{ row.now }}{% endfor %}{% if others.rows.size > 5 %}many{% endif %}`;
    expect(rendered(text, "txt")(fullSample("alert"))).toBe("WARNING: A title\nShort position 0.93 > 1.12 %");
  });

  it.each([
    ["{{ titel }}", "1:4 | mails have no `titel` | did you mean `title`?"],
    ["<p>\n  {% if titl %}{% endif %}", "2:9 | mails have no `titl` | did you mean `title`?"],
    [
      "{% for row in changes.rows %}\n{{ row.labl }}{% endfor %}",
      "2:4 | mails have no `labl` | did you mean `label`?",
    ],
    ["{{ title | upcas }}", "1:1 | templates have no filter `upcas` | did you mean `upcase`?"],
    ["a\n{% fore row in notes %}", "2:1 | templates have no tag `fore` | did you mean `for`?"],
    ["{% if title %}", "1:1 | tag {% if title %} not closed | "],
  ])("with the mistake %j is refused at its place", (text, mistake) => {
    expect(mistakes(compileTemplate(text, "alert", "html"))).toEqual([mistake]);
  });

  it("with a name that no mail has is refused also where no mail comes by", () => {
    const text = "{% if title == 'never' %}{{ nowhere }}{% endif %}";
    expect(mistakes(compileTemplate(text, "alert", "txt")).join()).toContain("mails have no `nowhere`");
  });

  it.each(["raw", "newline_to_br", "date", "sample", "json", "inspect", "where_exp"])(
    "has no filter %s",
    (filter) => {
      expect(mistakes(compileTemplate(`{{ title | ${filter} }}`, "alert", "html")).join()).toContain(
        `templates have no filter \`${filter}\``,
      );
    },
  );

  it.each(["include 'a'", "render '/etc/passwd'", "layout 'a'", "block a"])("reads no file by %s", (tag) => {
    expect(mistakes(compileTemplate(`{% ${tag} %}`, "alert", "html")).join()).toContain(
      "templates have no tag",
    );
  });

  it("sees nothing of what is behind a value", () => {
    for (const path of ["title.constructor", "notes.constructor.name", "title.__proto__"])
      expect(compileTemplate(`{{ ${path} }}`, "alert", "txt").ok, path).toBe(false);
  });

  it.each([
    "{% for a in (1..100000000) %}x{% endfor %}",
    "{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{{ a }}{% endfor %}{% endfor %}{% endfor %}",
    "{% assign a = '1,2,3' | split: ',' %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}",
    "{% assign a = 'xxxxxxxxxx' %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}",
  ])("that takes too much is refused and not waited for: %s", (text) => {
    expect(compileTemplate(text, "alert", "txt").ok).toBe(false);
  });

  it("is not refused since the machine is busy", () => {
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => {
      now += 60_000;
      return now;
    });
    const text = "{% for row in changes.rows %}{{ row.label }}{% endfor %}";
    expect(rendered(text, "txt")(fullSample("alert"))).toBe("Short position");
    clock.mockRestore();
  });

  it.each([
    "{% for a in (1..200) %}{% for b in (1..200) %}{% endfor %}{% endfor %}",
    `{% for a in (1..200) %}{% if ${"title == 'x' or ".repeat(500)}title == 'y' %}{% endif %}{% endfor %}`,
    `{% for a in (1..200) %}{% if title == 'x' %}${"{% elsif title == 'x' %}".repeat(500)}{% endif %}{% endfor %}`,
    "{% capture x %}{{ body }}{% endcapture %}{% for a in (1..30) %}{% capture x %}{{ x }}{{ x }}{% endcapture %}{% endfor %}",
  ])("takes steps for each turn, condition and character: %s", (text) => {
    expect(mistakes(compileTemplate(text, "alert", "txt")).join()).toContain("this takes too long");
  });

  it("that is too long is refused", () => {
    expect(compileTemplate("x".repeat(100_001), "alert", "txt").ok).toBe(false);
  });
});

describe("strangers' text", () => {
  const template = `<!DOCTYPE html><html lang="{{ language }}"><head><title>{{ title }}</title><style>p { color: red }</style></head>
<body><h1 title="{{ title }}">{{ title }}</h1>{% capture said %}<i>{{ who }}</i>{% endcapture %}{{ said }}
{% for line in body_lines %}{{ line }}<br>{% endfor %}
{% for link in links.all %}<a href="{{ link.url }}">{{ link.words }}</a>{% endfor %}<img src="{{ chart }}" alt='{{ past.summary }}'>
{% for row in details.rows %}<p>{{ row.label | append: ": " }}{{ row.now | upcase }}</p>{% endfor %}</body></html>`;

  const shapeOf = (html: string) => {
    const shape: string[] = [];
    const note = (name: string, attributes: object) =>
      shape.push([name, ...Object.keys(attributes)].join(" "));
    const parser = new Parser({ onopentag: note, oncomment: () => shape.push("comment") });
    parser.end(html);
    return shape;
  };

  it("is text in a template, whatever it is", () => {
    const render = rendered(template);
    const plain = shapeOf(render(fullSample("alert")));
    expect(plain.length).toBeGreaterThan(10);
    const tricky = fc.array(
      fc.constantFrom("<", ">", '"', "'", "&", "`", "=", " ", "--", "/", "{{", "{%", "b", "onx"),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          tricky.map((parts) => parts.join("")),
        ),
        (text) => {
          const html = render(withTexts(fullSample("alert"), text === "" ? "x" : text));
          expect(shapeOf(html)).toEqual(plain);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["<p title={{ title }}>x</p>", "would become markup"],
    ["<{{ title }}>", "would become markup"],
    ["<p {{ title }}>x</p>", "would become markup"],
    ['<a href="{{ title }}">x</a>', "href of <a>"],
    ['<img src="{{ body }}">', "src of <img>"],
    ['<p onclick="{{ title }}">x</p>', "onclick of <p>"],
    ['<p style="{{ title }}">x</p>', "style of <p>"],
    ["<style>{{ title }}</style>", "<style>"],
    ["<script>{{ title }}</script>", "<script>"],
  ])("in %s is refused at the load", (text, said) => {
    expect(mistakes(compileTemplate(text, "alert", "html")).join()).toContain(said);
  });

  it("with a template in it is no template", () => {
    const render = rendered("{{ title }}", "txt");
    expect(render(withTexts(fullSample("alert"), "{{ body }}{% if x %}"))).toBe("{{ body }}{% if x %}");
  });
});

it("a mail with nothing but a title has every name, so that a template needs no care", () => {
  const names = (value: unknown): string[] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => [
          key,
          ...names(inner).map((name) => `${key}.${name}`),
        ])
      : [];
  expect(names(bareSample())).toEqual(names(fullSample("alert")));
});

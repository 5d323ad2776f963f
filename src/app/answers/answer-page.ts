/** The small page that a link in a mail leads to, as HTML. Texts of others are text in it. */
import { escapeHtml } from "../../lib/text/escape-html.ts";
import { tameLine, tameLines } from "../../lib/text/tame.ts";
import type { Language } from "../../model/notification.ts";

export interface AnswerPage {
  readonly language: Language;
  readonly title: string;
  /** Facts about the alert, under its title. */
  readonly facts: readonly string[];
  readonly body: string;
  /** How it stands with the alert, or what was done; the first counts most. */
  readonly said: readonly string[];
  readonly forms: readonly AnswerForm[];
  /** Links to other pages. */
  readonly links: readonly { readonly url: string; readonly words: string }[];
  /** A list with a heading, which `#why` leads to. */
  readonly why?: { readonly heading: string; readonly lines: readonly string[] } | undefined;
}

/** A form that the page sends to its own address. */
interface AnswerForm {
  readonly about: string;
  readonly field: string;
  readonly buttons: readonly { readonly value: string; readonly words: string }[];
}

const longestTitle = 300;
const longestBody = 5_000;

export function answerPage(page: AnswerPage): string {
  const { language, title, facts, body, said, forms, links, why } = page;
  const plain = tameLine(title, longestTitle);
  const text = tameLines(body, longestBody);
  return [
    "<!DOCTYPE html>",
    `<html lang="${language}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="robots" content="noindex"><link rel="stylesheet" href="../page.css">',
    `<title>${escapeHtml(plain === "" ? "Yagura" : plain)}</title></head>`,
    "<body><main>",
    ...(plain === "" ? [] : [`<h1 dir="auto">${escapeHtml(plain)}</h1>`]),
    ...(facts.length === 0 ? [] : [`<p class="quiet" dir="auto">${facts.map(lineHtml).join(" · ")}</p>`]),
    ...said.map((line, index) => `<p${index === 0 ? ' class="said"' : ""}>${lineHtml(line)}</p>`),
    ...forms.flatMap(formHtml),
    ...links.map(({ url, words }) => `<p><a href="${escapeHtml(url)}">${lineHtml(words)}</a></p>`),
    ...(text === "" ? [] : [`<p dir="auto">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`]),
    ...(why === undefined ? [] : whyHtml(why)),
    "</main></body></html>",
    "",
  ].join("\n");
}

function formHtml({ about, field, buttons }: AnswerForm): string[] {
  return [
    `<form method="post"><p>${lineHtml(about)}</p><p>`,
    ...buttons.map(
      ({ value, words }) =>
        `<button name="${escapeHtml(field)}" value="${escapeHtml(value)}">${lineHtml(words)}</button>`,
    ),
    "</p></form>",
  ];
}

function whyHtml({
  heading,
  lines,
}: {
  readonly heading: string;
  readonly lines: readonly string[];
}): string[] {
  return [
    `<h2 id="why">${lineHtml(heading)}</h2>`,
    `<ul>${lines.map((line) => `<li dir="auto">${lineHtml(line)}</li>`).join("")}</ul>`,
  ];
}

const longestLine = 500;

function lineHtml(line: string): string {
  return escapeHtml(tameLine(line, longestLine));
}

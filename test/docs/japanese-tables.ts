/** Generated tables in Japanese: each cell of the English table by its words, so that none is out of step. */
import { noticeReasons } from "../../src/model/alerts.ts";
import type { Language } from "../../src/model/language.ts";
import { japaneseReasons } from "../../src/model/news-words.ts";
import { tableCells } from "./japanese-cells.ts";

const reasons = Object.entries(noticeReasons).map(([reason, english]) => {
  return [english, japaneseReasons[reason as keyof typeof noticeReasons]] as const;
});

const known = new Map([...Object.entries(tableCells), ...reasons]);

/** A page with every table between its marks written anew, by its name, in the page's language. */
export function withWritten(page: string, language: Language, tableOf: (name: string) => string): string {
  return page.replace(/<!-- generated: (.+?) -->\n.*?<!-- end -->/gs, (_, name: string) => {
    const table = tableOf(name);
    return `<!-- generated: ${name} -->\n${language === "en" ? table : inJapanese(table)}\n<!-- end -->`;
  });
}

/**
 * The table with its words in Japanese. Cells of names, signs and numbers stay as they are.
 * @throws where a cell has no words in Japanese, with the words
 */
function inJapanese(table: string): string {
  const [head = "", line = "", ...rows] = table.split("\n");
  return [translated(head), line, ...rows.map(translated)].join("\n");
}

function translated(row: string): string {
  const cells = row.slice(2, -2).split(/ (?<!\\)\| /);
  return `| ${cells.map((cell) => japaneseCell(cell)).join(" | ")} |`;
}

function japaneseCell(cell: string): string {
  const [, words = cell, fallback] = /^(.*); by default (`[^`]*`)$/.exec(cell) ?? [];
  if (!/[a-z]/i.test(words.replace(/`[^`]*`/g, ""))) return cell;
  const found = known.get(words.replaceAll("\\|", "|"));
  if (found === undefined) throw new Error(`test/docs/japanese-cells.ts lacks ${JSON.stringify(words)}`);
  const said = found.replaceAll("|", "\\|");
  return fallback === undefined ? said : `${said}（既定値：${fallback}）`;
}

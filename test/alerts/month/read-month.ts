/** The month as it is written: what happens, what becomes of it, and the mails. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Something that happens: its moment, ms since 1970. */
export interface Happening {
  readonly at: number;
  readonly what: "fires" | "ends" | "silence" | "silence ends" | "is acknowledged";
  /** Names of the alerts, or of the silence. */
  readonly ids: readonly string[];
  readonly about: string;
}

export interface Month {
  readonly happenings: readonly Happening[];
  /** A line for each decision, such as `M4 | ben | capped | 11-02 10:00 |`, in the order of the text. */
  readonly notices: readonly string[];
  /** A line for each mail, such as `11-02 10:10 | desk | S2, S3`. */
  readonly mails: readonly string[];
}

export function readMonth(): Month {
  const text = readFileSync(join(import.meta.dirname, "month.md"), "utf8");
  const rows = (heading: string) => rowsOf(text, heading);
  return {
    happenings: rows("What happens").map(([when = "", what = "", ids = "", about = ""]) => ({
      at: momentOf(when),
      what: what as Happening["what"],
      ids: ids.split(" "),
      about,
    })),
    notices: rows("What becomes of it").map((row) => row.join(" | ").trim()),
    mails: rows("The mails").map((row) => row.join(" | ").trim()),
  };
}

/** The cells of the table below a heading. */
function rowsOf(text: string, heading: string): string[][] {
  const [, section = ""] = text.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const lines = own.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** The moment of a time such as `11-02 09:00` in Japan. */
export function momentOf(when: string): number {
  return Date.parse(`2026-${when.replace(" ", "T")}:00+09:00`);
}

/** A moment as the table writes it. */
export function whenOf(at: number): string {
  const shown = new Date(at + 9 * 3_600_000).toISOString();
  const seconds = shown.slice(16, 19);
  return `${shown.slice(5, 16).replace("T", " ")}${seconds === ":00" ? "" : seconds}`;
}

/** The tables of docs/alerts.md and alerts.ja.md, written from the definitions. */
import { alertsSetting } from "../../src/alerts/settings.ts";
import { editorSchema } from "../../src/lib/editor-schema.ts";
import { episodeEnds, noticeReasons } from "../../src/model/alerts.ts";
import type { Language } from "../../src/model/language.ts";
import { quietFates } from "../../src/model/silence.ts";
import { withWritten } from "./japanese-tables.ts";
import { code, type Key, rowsOf, table } from "./reference-tables.ts";

interface Node extends Key {
  readonly properties?: Record<string, Node>;
  readonly additionalProperties?: Node | false;
  readonly items?: Node;
}

const root = editorSchema(alertsSetting) as unknown as Node & { definitions: Record<string, Node> };

/** The text with every table between its marks written anew, in the language of the page. */
export function withAlertTables(text: string, language: Language = "en"): string {
  return withWritten(text, language, tableOf);
}

const words: Readonly<
  Record<string, { readonly of: Readonly<Record<string, string>>; readonly head: string }>
> = {
  "ends of an episode": { of: episodeEnds, head: "why" },
  fates: { of: quietFates, head: "fate" },
  reasons: { of: noticeReasons, head: "reason" },
};

function tableOf(name: string): string {
  const list = words[name];
  if (list !== undefined) {
    const rows = Object.entries(list.of).map(([word, meaning]) => [code(word), meaning]);
    return table([list.head, "what it means"], rows);
  }
  const [isOfAlerts, part] = /^settings of alerts(?:\.([a-z]+))?$/i.exec(name) ?? [];
  const found = isOfAlerts === undefined ? undefined : settingsAt(part);
  if (found === undefined) throw new Error(`no table is called ${name}`);
  const keys = Object.entries(found).map(([key, node]) => [key, resolved(node)] as const);
  return table(["key", "what it says", "example"], rowsOf(keys));
}

/** The keys of the section, or of one entry of a part of it. */
function settingsAt(part: string | undefined): Record<string, Node> | undefined {
  if (part === undefined) return root.properties;
  const node = root.properties?.[part];
  if (node === undefined) return undefined;
  return resolved(node.items ?? (node.additionalProperties || node)).properties;
}

function resolved(node: Node): Node {
  const name = node.$ref?.slice("#/definitions/".length);
  return name === undefined ? node : { ...root.definitions[name], ...node };
}

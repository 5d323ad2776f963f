/** The reference of fields, written from the tables that the clients read with. */
import { fetchCallsOf } from "../../src/commands/services/fetch/fetch-records.ts";
import type { Field, FieldTable } from "../../src/upstreams/record.ts";

const intro = `# The records

What every call returns, in Yagura's names. Unknown values are absent; numbers are numbers, ratios percent where it says so, dates YYYY-MM-DD. **Bold** fields are always there. "Sent as" names the service's own fields, the documented one first. A \`name\` that no field of the service says is that of the list of issues; a \`code\` that a row lacks is the one that was asked for. A name such as holders[].ratio is that of a field within each entry of a list of records. This page is checked against the code: \`npx vitest run test/upstreams/records.test.ts -u\` writes it anew.
`;

export function recordsPage(): string {
  const sections = fetchCallsOf().map(
    ({ service, call, about, plan, addOn, columns, fields, parameters }) => {
      const options = parameters.map(({ name, required }) => (required ? `**${name}**` : name)).join(", ");
      const facts = [
        `${about[0]?.toUpperCase()}${about.slice(1)}.`,
        ...(options === "" ? [] : [`Options: ${options}.`]),
        ...(plan === null ? [] : [`Plan: ${plan}.`]),
        ...(addOn === undefined ? [] : [`Needs the ${addOn} add-on.`]),
      ];
      const rows = columns
        .flatMap((name) => [rowOf(name, fields), ...rowsWithin(name, fields[name])])
        .join("\n");
      if (rows === "")
        return `## ${service} ${call}\n\n${facts.join(" ")} Its rows are those of another call.\n`;
      return `## ${service} ${call}\n\n${facts.join(" ")}\n\n| field | type | unit | meaning | sent as |\n|---|---|---|---|---|\n${rows}\n`;
    },
  );
  return [intro, ...sections].join("\n");
}

/** Columns that a command makes itself. */
const own: Record<string, [type: string, about: string, sentAs: string]> = {
  db: ["text", "database that was asked", ""],
  term: ["text", "ranking period that was asked for", ""],
  layers: ["list of texts", "path of layers, unused ones left out", "LAYER1 to LAYER5"],
  period: ["text", "2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05, by the frequency", "VALUES.SURVEY_DATES"],
  value: ["number", "value in the unit of the series; null where it is missing", "VALUES.VALUES"],
  tokenFound: ["boolean", "whether the page holds a token", ""],
  tokenEndsAt: ["time", "until when the token is good (ISO)", ""],
  cookies: ["integer", "how many cookies are kept", ""],
};

/** Rows of the fields within a field, each with its place: holders[].ratio. */
function rowsWithin(name: string, field: Field | undefined, before = "", sentBefore = ""): string[] {
  const { records, type, wire } = field ?? {};
  if (records === undefined) return [];
  const mark = type === "list of records" ? "[]." : ".";
  const [ours, theirs] = [`${before}${name}${mark}`, `${sentBefore}${wire?.[0]?.name}${mark}`];
  return Object.entries(records).flatMap(([inner, one]) => [
    rowOf(inner, records, ours, theirs),
    ...rowsWithin(inner, one, ours, theirs),
  ]);
}

function rowOf(name: string, fields: FieldTable, before = "", sentBefore = ""): string {
  const field: Field | undefined = fields[name];
  if (field === undefined) {
    const [type = "code", about = "stock code that was asked", sentAs = ""] = own[name] ?? [];
    return `| ${name} | ${type} | | ${about} | ${sentAs} |`;
  }
  const shown = field.required ? `**${before}${name}**` : `${before}${name}`;
  const names = field.wire.map((wire) => `${sentBefore}${wire.name}`);
  const sentAs = names.join(", ") || "CoName of equities/master";
  return `| ${shown} | ${field.type} | ${field.unit ?? ""} | ${field.about} | ${sentAs} |`;
}

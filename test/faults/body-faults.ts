/** What an answer that came whole can say: something else, less, twice, in other letters, or what cannot be. */
import { encodeShiftJis } from "../../src/simulator/statistics/bodies.ts";
import type { Fault, Whole } from "./service-proxy.ts";

type Row = Record<string, unknown>;

const state = /(window\.__PRELOADED_STATE__ = )(.*)(<\/script>)/;

/** Sends the same answer with another body. */
const says =
  (body: (whole: Whole) => string | Buffer, type?: string): Fault =>
  (whole, { send }) => {
    const headers = type === undefined ? whole.headers : { ...whole.headers, "content-type": type };
    send({ ...whole, headers, body: Buffer.from(body(whole)) });
  };

const text = ({ body }: Whole) => body.toString("utf8");

/** Where the data is: of a page its state alone, so that the fault is not that the page is none. */
const inData = (change: (json: string, whole: Whole) => string, type?: string): Fault =>
  says((whole) => {
    const all = text(whole);
    if (!whole.isPage) return change(all, whole);
    const json = state.exec(all)?.[2];
    return json === undefined ? change(all, whole) : all.replace(json, () => change(json, whole));
  }, type);

/** Of a page without data nothing is left; it gives the token for an answer that is spoilt itself. */
const inJson = (change: (content: Row, rows: Row[], whole: Whole) => void): Fault =>
  inData((json, whole) => {
    if (!json.startsWith("{")) return json;
    const content = JSON.parse(json) as Row;
    change(content, rowsOf(content), whole);
    return JSON.stringify(content);
  });

function rowsOf(content: Row): Row[] {
  const inside = (content.response ?? content.mainRankingList ?? content) as Row;
  return (inside.data ?? inside.items ?? inside.results ?? inside.RESULTSET ?? []) as Row[];
}

const inRows = (change: (rows: Row[]) => void) => inJson((_, rows) => change(rows));

/** Every value of every row, and of what is in it. */
function mapValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapValues(one, change));
  if (typeof value !== "object" || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapValues(one, change)]));
}

const everyValue = (change: (value: unknown) => unknown) =>
  inRows((rows) => {
    for (const row of rows) Object.assign(row, mapValues(row, change));
  });

/** Numbers as the documents write them, as numbers and as texts, but not those that name or date a record. */
const figures =
  /("(?:ShrtOut|LongOut|ShrtOutChg|ShrtPosShares|ShortPositionsInSharesNumber|good|bad|rank|LAST_UPDATE|SLRatio|ShrtPosToSO|ShortPositionsToSharesOutstandingRatio)":)"?-?[\d.]+"?/g;

const everyFigure = (value: string) =>
  inData((json) => json.replace(figures, `$1${value}`).replace(/("VALUES":\[)[^\]{]*/g, `$1${value}`));

const isDay = /^\d{4}-\d{2}-\d{2}$/;
const later = (value: unknown): unknown => {
  if (typeof value === "string" && isDay.test(value)) return `2${value.slice(1).replace(/^\d{3}/, "999")}`;
  if (typeof value === "string" && /^\d{4}\/\d/.test(value)) return `2999${value.slice(4)}`;
  return typeof value === "number" && value > 20_000_000 && value < 21_000_000 ? value + 9_730_000 : value;
};

/** Fewer than half of the rows, from the front, as an answer has them that was cut by its maker. */
const fewer = (rows: Row[]) => void rows.splice((rows.length - 1) >> 1);

const deep = (levels: number) => `${'{"a":['.repeat(levels)}${"]}".repeat(levels)}`;

export const emptyFaults: Readonly<Record<string, Fault>> = {
  "an error page over 200": says(() => "<html><body><h1>Maintenance</h1></body></html>", "text/html"),
  nothing: says(() => ""),
  "spaces alone": says(() => " \n\t"),
  null: inData(() => "null"),
  "an empty list": inData(() => "[]"),
  "an empty object": inData(() => "{}"),
  "a text": inData(() => '"ok"'),
  "a number": inData(() => "1"),
  "rows that are null": inJson((content) => replaceRows(content, null)),
  "rows that are an object": inJson((content) => replaceRows(content, {})),
  "rows that are a text": inJson((content) => replaceRows(content, "none")),
  "no rows": inRows((rows) => void rows.splice(0)),
  "null for each row": inRows((rows) => void rows.fill(null as unknown as Row)),
  "an empty object for each row": inRows((rows) => void rows.fill({})),
  "a list for each row": inRows((rows) => void rows.fill([] as unknown as Row)),
  "fewer than half of the rows": inRows(fewer),
  "fields under other names": inRows((rows) => {
    for (const row of rows)
      for (const [name, value] of Object.entries(row)) {
        delete row[name];
        row[`${name}2`] = value;
      }
  }),
  "fields in small letters": inRows((rows) => {
    for (const row of rows)
      for (const [name, value] of Object.entries(row)) {
        delete row[name];
        row[name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase()] = value;
      }
  }),
  "a success that says it failed": inJson((content) => {
    if ("isSuccess" in content) content.isSuccess = false;
    else if ("STATUS" in content) content.STATUS = 503;
    else replaceRows(content, undefined);
  }),
};

function replaceRows(content: Row, value: unknown): void {
  const inside = (content.response ?? content.mainRankingList ?? content) as Row;
  for (const name of ["data", "items", "results", "RESULTSET"]) if (name in inside) inside[name] = value;
}

export const pageFaults: Readonly<Record<string, Fault>> = {
  "cut between two records, whole by HTTP": inData((json) => json.slice(0, json.lastIndexOf("},{") + 1)),
  "cut within a text, whole by HTTP": inData((json) => json.slice(0, json.lastIndexOf('"'))),
  "cut before its last bracket": inData((json) => json.slice(0, -1)),
  "the first page for every page": (() => {
    const firsts = new Map<string, Row[]>();
    return inJson((content, rows, { path }) => {
      const question = path.replace(/[?&](pagination_key|page|startPosition|mid)=[^&]*/g, "");
      const first = firsts.get(question);
      // Asked in turn: the first page of a question comes before its others.
      if (first === undefined || !/pagination_key|page=[^1]|startPosition|mid=/.test(path))
        firsts.set(question, structuredClone(rows));
      else replaceRows(content, first);
    });
  })(),
  "pages without end": inJson((content, _, { path }) => {
    if ("data" in content) content.pagination_key = "again";
    if ("NEXTPOSITION" in content) content.NEXTPOSITION = 1;
    const list = content.mainRankingList as Row | undefined;
    if (list) Object.assign(list.paging as Row, { hasNext: true, totalPage: 1_000, page: path.length });
  }),
  "totals that are too small": inJson((content) => lie(content, 3)),
  "totals that are too large": inJson((content) => lie(content, 1_000_000)),
  "totals that are no number": inJson((content) => lie(content, "many")),
  "records in another order": inRows((rows) => void rows.reverse()),
  "every record twice": inRows((rows) => void rows.push(...structuredClone(rows))),
};

function lie(content: Row, total: unknown): void {
  const list = content.mainRankingList as Row | undefined;
  if (list) Object.assign(list.paging as Row, { totalSize: total });
  else if (content.response) (content.response as Row).totalSize = total;
  else content.NEXTPOSITION = total;
}

export const valueFaults: Readonly<Record<string, Fault>> = {
  "NaN for figures": everyFigure("NaN"),
  '"NaN" for figures': everyFigure('"NaN"'),
  "Infinity for figures": everyFigure("-Infinity"),
  "1e999 for figures": everyFigure("1e999"),
  '"1e999" for figures': everyFigure('"1e999"'),
  "hundred digits for figures": everyFigure("9".repeat(100)),
  "a text for figures": everyFigure('"about ten"'),
  "an object for figures": everyFigure('{"value":1}'),
  "a list for figures": everyFigure("[1]"),
  "true for figures": everyFigure("true"),
  "hexadecimal for figures": everyFigure('"0x10"'),
  "commas in figures": everyFigure('"1,23,4"'),
  "every number a list": everyValue((value) => (typeof value === "number" ? [value] : value)),
  "every text an object": everyValue((value) => (typeof value === "string" ? { text: value } : value)),
  "every text a number": everyValue((value) => (typeof value === "string" ? 7 : value)),
  "every value null": everyValue(() => null),
  "every value empty": everyValue(() => ""),
  "dates of a thousand years to come": everyValue(later),
  "days that there are not": everyValue((value) =>
    typeof value === "string" && isDay.test(value)
      ? "2026-02-30"
      : typeof value === "number" && value > 20_000_000
        ? 20_260_230
        : typeof value === "string" && /^\d{4}\/\d/.test(value)
          ? "2026/2/30 9:05"
          : value,
  ),
  "codes of another form": inRows((rows) => {
    for (const row of rows)
      for (const name of ["Code", "stockCode", "SERIES_CODE"])
        if (name in row) row[name] = `${row[name]}.T,x`;
    for (const row of rows) if ("part" in row) row.part = -Number(row.part);
  }),
  "other figures beside the true ones": inData((json) =>
    json.replace(figures, (one, name) => `${one},${name}1`),
  ),
};

const latin = (whole: Whole) => Buffer.from(text(whole).replace(/[^\0-\x7f]/g, "é"), "latin1");

export const textFaults: Readonly<Record<string, Fault>> = {
  "a byte order mark in front of half": inData((json) => `\ufeff${json.slice(0, json.length >> 1)}`),
  "UTF-16": says((whole) => Buffer.from(text(whole), "utf16le")),
  "Shift_JIS under its own name": says(
    (whole) => encodeShiftJis(`${text(whole)}架空`),
    "application/json; charset=Shift_JIS",
  ),
  "Shift_JIS under another name": says((whole) => encodeShiftJis(`架空${text(whole)}`)),
  "Latin-1": says((whole) => Buffer.concat([latin(whole), Buffer.from([0xe9])])),
  "UTF-8 cut within a letter": says((whole) => Buffer.concat([whole.body, Buffer.from("架").subarray(0, 2)])),
  "a null byte within": inData((json) => json.replace(",", ",\u0000")),
  "raw control characters in texts": inData((json) => json.replaceAll('":"', '":"\u0001')),
  "deep nesting": inData(() => deep(50_000)),
  "deep nesting in a field": inData((json) => json.replace("{", `{"deep":${deep(50_000)},`)),
  "a JSON twice": inData((json) => `${json}${json}`),
  "a guard in front": inData((json) => `)]}',\n${json}`),
  "JSON with comments": inData((json) => `/* ok */${json}`),
  "single quotes": inData((json) => json.replaceAll('"', "'")),
  "HTML for JSON, JSON for HTML": (whole, { send }) =>
    send({
      ...whole,
      headers: { "content-type": whole.isPage ? "application/json" : "text/html" },
      body: Buffer.from(
        whole.isPage ? '{"data":[]}' : `<html><script>var a = ${text(whole)}</script></html>`,
      ),
    }),
  "a script that is code": inData(() => "(function () { globalThis.ranByFault = 1; return {}; })()"),
};

const page =
  (change: (whole: Whole) => Partial<Whole>, others: Fault): Fault =>
  (whole, sending) => {
    if (whole.path.includes("/quote/")) sending.send({ ...whole, ...change(whole) });
    else if (whole.path.includes("/comment")) sending.send(whole);
    else others(whole, sending);
  };

const token = /("jwtToken\\*"\s*:\s*\\*")[\w.-]+|(jwtToken\\*"\s*:\s*\\*")[\w.-]+/;
const refused: Fault = (whole, { send }) =>
  send({
    ...whole,
    status: 403,
    body: Buffer.from('{"message":"The incoming api key is invalid or expired."}'),
  });

const expired = ["{}", '{"exp":1}', "x"].map((part) => Buffer.from(part).toString("base64url")).join(".");

/** What stands for a right to ask: the forum's token and cookies, the key of the others. */
export const rightFaults: Readonly<Record<string, Fault>> = {
  "a token that has expired, a key too": page(
    (whole) => ({ body: Buffer.from(text(whole).replace(token, (_, a, b) => `${a ?? b}${expired}`)) }),
    refused,
  ),
  "a page without a token, no key": page(
    (whole) => ({ body: Buffer.from(text(whole).replaceAll("jwtToken", "x")) }),
    refused,
  ),
  "a token of rubbish": page(
    (whole) => ({ body: Buffer.from(text(whole).replace(token, (_, a, b) => `${a ?? b}a.b.c`)) }),
    refused,
  ),
  "every token refused": (whole, { send }) =>
    whole.path.includes("/comment")
      ? send({ ...whole, status: 400, body: Buffer.from('{"message":"signature verification failed"}') })
      : whole.path.includes("/quote/")
        ? send(whole)
        : refused(whole, { send } as Parameters<Fault>[1]),
  "cookies of rubbish": page(
    () => ({
      headers: { "content-type": "text/html", "set-cookie": ["=;;;", `a=${"b".repeat(9_000)}`, "\u00e9=1"] },
    }),
    refused,
  ),
  "a date of rubbish in the head": (whole, { send }) =>
    send({ ...whole, headers: { ...whole.headers, date: "yesterday", age: "-1", expires: "0" } }),
  "the head's date a hundred years off": (whole, { send }) =>
    send({ ...whole, headers: { ...whole.headers, date: "Sat, 01 Jan 2126 00:00:00 GMT" } }),
};

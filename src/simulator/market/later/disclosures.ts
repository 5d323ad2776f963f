/** Timely disclosures: the list with its cursor, the papers of one, and all of the past in one file. */
import { crc32, gzipSync } from "node:zlib";
import { csvRow } from "../../../lib/csv.ts";
import { createRecent } from "../../world/dice.ts";
import type { Disclosure } from "../../world/market/disclosures.ts";
import { businessDay, clockText, isoDate, msPerDate } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  type CallQuery,
  CallRefusal,
  daysOf,
  type Endpoint,
  type FileEndpoint,
  lazily,
  type ServedFile,
} from "../endpoint.ts";
import type { DoubtfulForms } from "../forms.ts";

/** Throws a Refusal for what `/td/list` does not take together. */
function checkList({ code, date, from, to, cursor }: CallQuery, today: string): void {
  if (code === undefined && date === undefined)
    throw new CallRefusal(400, "This API requires at least 1 parameter as follows; date, code");
  if ((from === undefined) !== (to === undefined) || (from !== undefined && code === undefined))
    throw new CallRefusal(400, "'from' and 'to' must be given together, and with 'code'.");
  if (from !== undefined && date !== undefined)
    throw new CallRefusal(400, "'date' cannot be given together with 'from' and 'to'.");
  if (cursor === undefined) return;
  if (date !== today) throw new CallRefusal(400, "'cursor' can be given only with the current date.");
}

export function disclosureList(forms: DoubtfulForms): Endpoint {
  const found = (world: World, query: CallQuery, at: number) => disclosuresOf(world, query, at, forms);
  return {
    parameters: {
      code: "code",
      date: "date",
      from: "from",
      to: "to",
      discItems: "items",
      cursor: "cursor",
      pagination_key: "paginationKey",
    },
    addOn: "tdnet",
    apart: [["cursor", "pagination_key"]],
    check: checkList,
    find: (world, query, at) => lazily(found(world, query, at), (one) => record(world, one, at, forms)),
    place(world, query, at) {
      const today = world.calendar.dateOf(businessDay(at));
      if (query.date !== today) return { from: 0 };
      const rows = found(world, query, at);
      const start = query.cursor === undefined ? "" : placeIn(query.cursor, today);
      const placeOf = (one: Disclosure) => orderOf(world, one, at, forms);
      const from = rows.filter((one) => placeOf(one) <= start).length;
      const isTold = !(forms.has("cursor-missing") || (forms.has("cursor-unpaged") && query.paginationKey));
      const last = rows.at(-1);
      const cursor = cursorAt(today, last === undefined ? start : placeOf(last));
      return isTold ? { from, cursor } : { from };
    },
  };
}

function disclosuresOf(world: World, query: CallQuery, at: number, forms: DoubtfulForms): Disclosure[] {
  const { code, items } = query;
  const wanted = items?.split(",").map((item) => item.trim()) ?? [];
  const rows = daysOf(world, query, businessDay(at))
    .flatMap((day) => world.disclosures.on(day, at))
    .filter(
      (one) =>
        (code === undefined || code === `${one.issuer.code}0`) &&
        wanted.every((item) => itemsOf(one, forms).includes(item)),
    );
  if (!forms.has("cursor-by-time") && !forms.has("disc-status")) return rows;
  const ordered = rows.map((one) => ({ one, key: `${one.day + 100_000} ${orderOf(world, one, at, forms)}` }));
  return ordered.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ one }) => one);
}

/** What has been done to a disclosure by a moment, where the service tells of that. */
function fateOf({ fate }: Disclosure, at: number, forms: DoubtfulForms): Disclosure["fate"] {
  return forms.has("disc-status") && fate && fate.at <= at ? fate : undefined;
}

/** Text by which disclosures of a day stand in the order of the cursor: when they came, or when they were told. */
function orderOf({ calendar }: World, one: Disclosure, at: number, forms: DoubtfulForms): string {
  const came = fateOf(one, at, forms)?.at ?? one.seenAt;
  const time = forms.has("cursor-by-time") ? clockText(one.minute) : calendar.timeOf(came).toISOString();
  return `${time}#${one.number}`;
}

function itemsOf({ items }: Disclosure, forms: DoubtfulForms): readonly string[] {
  return forms.has("items-six-digits") ? items.map((item) => `${item}0`) : items;
}

function record({ calendar }: World, one: Disclosure, at: number, forms: DoubtfulForms) {
  const fate = fateOf(one, at, forms);
  const revision = fate?.status === "revision" ? 2 : 1;
  return {
    DiscNo: one.number,
    Code: `${one.issuer.code}0`,
    Name: one.issuer.name,
    DiscDate: calendar.dateOf(one.day),
    DiscTime: clockText(one.minute),
    Title: one.title,
    DiscStatus: fate?.status ?? null,
    RevNo: forms.has("rev-no-number") ? revision : String(revision),
    DiscItems: itemsOf(one, forms),
    Docs: one.papers,
  };
}

// A cursor: the day, and the place of the last row in it.

function cursorAt(day: string, place: string): string {
  return Buffer.from(JSON.stringify({ d: day, t: place })).toString("base64");
}

/** Throws a Refusal for a cursor that is none, or another day's. */
function placeIn(cursor: string, today: string): string {
  const text = Buffer.from(cursor, "base64").toString();
  const [, day, place] = /^\{"d":"([\d-]+)","t":"([^"]*)"\}$/.exec(text) ?? [];
  if (day === today && place !== undefined) return place;
  throw new CallRefusal(400, "'cursor' is not valid.");
}

// Papers.

const papers = {
  g: { field: "pdf", ending: "g.pdf", type: "application/pdf" },
  s: { field: "summaryPdf", ending: "s.pdf", type: "application/pdf" },
  x: { field: "xbrl", ending: "x.zip", type: "application/zip" },
} as const;
const paperName = /^td\/(\d{14})\/([gsx])\.(pdf|zip)$/;

export const disclosureFiles: FileEndpoint = {
  parameters: { discNo: "number", docs: "papers" },
  addOn: "tdnet",
  check({ number, papers: kinds }) {
    if (number === undefined)
      throw new CallRefusal(400, "This API requires at least 1 parameter as follows; discNo");
    if (!/^\d{14}$/.test(number)) throw new CallRefusal(400, "'discNo' must be a number of 14 digits.");
    if (kinds !== undefined && !/^[gsx](,[gsx])*$/.test(kinds))
      throw new CallRefusal(400, "'docs' must be one or more of g, s, x.");
  },
  answer(world, { number = "", papers: kinds }, at, addressOf) {
    const one = disclosureOf(world, number, at);
    if (!one) throw new CallRefusal(210, "There is no such disclosure.");
    if (one.papers.length === 0) return { discNo: number, files: null };
    const wanted = kinds?.split(",") ?? Object.keys(papers);
    const files = Object.entries(papers).map(([kind, { field, ending }]) => {
      const isThere = one.papers.some((paper) => paper === kind) && wanted.includes(kind);
      return [field, isThere ? addressOf(`td/${number}/${ending}`) : null];
    });
    return { discNo: number, files: Object.fromEntries(files) };
  },
  file(world, name) {
    const [, number = "", kind] = paperName.exec(name) ?? [];
    if (kind !== "g" && kind !== "s" && kind !== "x") return undefined;
    const one = disclosureOf(world, number, Number.POSITIVE_INFINITY);
    if (!one?.papers.includes(kind)) return undefined;
    return {
      type: papers[kind].type,
      body: kind === "x" ? zipOf("simulated.xbrl", xbrlOf(one)) : pdfOf(one),
    };
  },
};

function disclosureOf({ calendar, disclosures }: World, number: string, at: number): Disclosure | undefined {
  const date = `${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6, 8)}`;
  if (Number.isNaN(Date.parse(date)) || !calendar.isOpen(date)) return undefined;
  return disclosures.on(calendar.dayFrom(date), at).find((one) => one.number === number);
}

/** The least that readers of such papers take for one. */
function pdfOf({ number }: Disclosure): Buffer {
  const content = `BT /F1 18 Tf 72 720 Td (SIMULATED ${number}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const starts = objects.map((object, place) => {
    const start = text.length;
    text += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${starts.join("")}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

function xbrlOf({ number }: Disclosure): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<xbrl><DocumentName>SIMULATED ${number}</DocumentName></xbrl>\n`,
  );
}

/** An archive of one file, which is stored as it is. */
function zipOf(name: string, body: Buffer): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt32LE(crc32(body), 10);
  facts.writeUInt32LE(body.length, 14);
  facts.writeUInt32LE(body.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, Buffer.from(name), body]);
  const entry = Buffer.concat([
    Buffer.from("PK\x01\x02\x14\x00", "latin1"),
    facts,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from("PK\x05\x06"), end]);
}

// All of the past, renewed every night at two.

const historyName = /^td\/all_(\d{4}-\d\d-\d\d)\.csv\.gz$/;
const columns = "DiscNo Code Name DiscDate DiscTime Title DiscStatus RevNo DiscItems Docs".split(" ");
/** It takes a while to write, and one who reads it in parts asks for it again and again. */
const histories = new WeakMap<World, ReturnType<typeof createRecent<string, ServedFile>>>();

export const disclosureHistory: FileEndpoint = {
  parameters: {},
  addOn: "tdnet",
  answer({ calendar }, _query, at, addressOf) {
    const last = calendar.dateOf(businessDay(at) - 1);
    const next = isoDate(Date.parse(last) / msPerDate + 1);
    return { lastUpdated: `${next}T02:00:00+09:00`, url: addressOf(`td/all_${last}.csv.gz`) };
  },
  file(world, name) {
    const [, last] = historyName.exec(name) ?? [];
    if (last === undefined) return undefined;
    const recent = histories.get(world) ?? createRecent<string, ServedFile>(1);
    histories.set(world, recent);
    return recent(last, () => ({ type: "application/gzip", body: gzipSync(historyUpTo(world, last)) }));
  },
};

function historyUpTo(world: World, last: string): string {
  const { calendar } = world;
  const lines = [csvRow(columns)];
  const none: DoubtfulForms = new Set();
  for (let day = calendar.firstDay; day <= calendar.dayFrom(last); day += 1)
    for (const one of world.disclosures.on(day, Number.POSITIVE_INFINITY)) {
      const row: Readonly<Record<string, unknown>> = record(world, one, 0, none);
      lines.push(csvRow(columns.map((name) => cell(row[name]))));
    }
  return lines.join("");
}

function cell(value: unknown): string {
  return Array.isArray(value) ? value.join("|") : String(value ?? "");
}

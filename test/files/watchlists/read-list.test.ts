/** Lists of holdings: what four brokers write, what is copied from anywhere, and 60 files that are broken or another thing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readHoldings } from "../../../src/files/watchlists/read-list.ts";
import { Refused } from "../../../src/lib/problem.ts";
import { inJapanese } from "../../../src/model/messages/in-japanese.ts";
import { encodeShiftJis } from "../../../src/simulator/statistics/bodies.ts";
import { isLong } from "../../support/runs.ts";
import * as files from "./broker-files.ts";

const read = (text: string | Uint8Array) => readHoldings(Buffer.from(text as string));
const codes = (text: string) => read(text).held.map(({ code }) => code);
const leftOut = (text: string) => read(text).leftOut.map(({ line, why }) => [line, why]);

const held = [
  ["7203", 1_100, 2_500.5, "霧笛自動車"],
  ["130A", 200, 800, "灯台製薬"],
  ["7203", 100, 2_100, "霧笛自動車"],
];
const forms: readonly (readonly [name: string, text: string, leftOut: readonly unknown[]])[] = [
  ["SBI証券, portfolio", files.sbiPortfolio, [[26, "fund"]]],
  ["SBI証券, holdings", files.sbiHoldings, [...[[11, "fund"]], ...[[14, "bond"]]]],
  [
    "楽天証券, all",
    files.rakutenAll,
    [
      ...[
        [11, "foreign"],
        [12, "fund"],
        [13, "other"],
        [16, "other"],
      ],
    ],
  ],
  ["楽天証券, stocks", files.rakutenStocks, []],
  ["マネックス証券", files.monexStocks, []],
  ["マネックス証券, with American stocks", `${files.monexStocks}\n${files.monexForeign}`, [[7, "foreign"]]],
  ["松井証券", files.matsuiStocks, []],
];

describe.each(forms)("the form of %s", (_, text, without) => {
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["Shift_JIS", encodeShiftJis(text)],
    ["Shift_JIS with CRLF", encodeShiftJis(text.replaceAll("\n", "\r\n"))],
    ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["columns in another order", Buffer.from(turned(text))],
  ])("is read in %s", (_form, bytes) => {
    const { held: found, leftOut: other, tells, form } = readHoldings(bytes);
    expect(found.map(({ code, shares, price, name }) => [code, shares, price, name])).toEqual(held);
    expect(other.map(({ line, why }) => [line, why])).toEqual(without);
    expect([form, tells]).toEqual(["table", { shares: true, price: true }]);
  });
});

/** The cells of every row from the last to the first. */
function turned(text: string): string {
  return text.replace(/^.*,.*$/gm, (line) =>
    (line.match(/"[^"]*"|[^,]+|(?<=,|^)(?=,|$)/g) ?? []).toReversed().join(","),
  );
}

test.each(["watchlists.md", "watchlists.ja.md"])("the examples of docs/%s are read as it says", (page) => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs", page), "utf8");
  const blocks = [...text.matchAll(/```csv\n(.*?)```/gs)].map(([, block = ""]) => block);
  const found = blocks.map((block) =>
    read(block).held.map(({ code, shares, price }) => [code, shares, price]),
  );
  expect(found).toEqual([[["7203", 1_100, 2_500.5]], [["7203", 1_100, 2_500.5]], [["7203", 1_100, 2_500.5]]]);
});

test("codes are read as people and spreadsheets write them, with the name before or behind", () => {
  const cells = ["7203.T", "72010", '"=""7202"""', "霧笛 (130a)", "TYO:9984", "６７５８ 灯台", "25935"];
  const text = `コード,株数\n${cells.map((cell) => `${cell},1`).join("\n")}\n`;
  expect(codes(text)).toEqual(["7203", "7201", "7202", "130A", "9984", "6758", "25935"]);
});

test("numbers are read with signs, commas and units, and dashes as none", () => {
  const text = 'code,shares,price\n7203,"1,100株","¥2,500.5"\n6758,＋１００,----\n9984,▲100,1\n';
  expect(read(text).held.map(({ shares, price }) => [shares, price])).toEqual([
    [1_100, 2_500.5],
    [100, undefined],
  ]);
  expect(leftOut(text)).toEqual([[4, "sold"]]);
});

test("a table with tabs is read, and one without a heading by its column of codes", () => {
  expect(read("銘柄コード\t数量\n7203\t1,100\n").held[0]).toMatchObject({
    code: "7203",
    shares: 1_100,
    line: 2,
  });
  const bare = "霧笛,7203,x\n灯台,130A,y\n小計,,\n";
  expect(read(bare)).toMatchObject({ form: "codes", tells: { shares: false, price: false } });
  expect([codes(bare), leftOut(bare)]).toEqual([["7203", "130A"], [[3, "unread"]]]);
});

test("codes are taken out of a text, and no year, day, amount or part of a number", () => {
  const text =
    "見ている銘柄：\n７２０３ 霧笛、6758、9984；130a\n2026年11月に 4689 を100株、2026-11-27 に 4755（1,234円、0.5432）\n";
  expect(codes(text)).toEqual(["7203", "6758", "9984", "130A", "4689", "4755"]);
  expect(codes("7203 6758 9984.T")).toEqual(["7203", "6758", "9984"]);
  expect(read("7203 霧笛\n6758 と 9984\n").leftOut).toEqual([
    { line: 2, column: 8, why: "second", text: "9984" },
  ]);
});

test("a position on margin, a stock of another market and a short sale are left out with their lines", () => {
  const text = `株式（信用）
銘柄,売買,建株数,建単価
7203 霧笛自動車,売建,100,3000
株式（現物）
銘柄コード,市場,保有株数,取得単価
9984,東証,100,2000
0700,香港,100,300
`;
  expect([codes(text), leftOut(text)]).toEqual([
    ["9984"],
    [
      [3, "margin"],
      [7, "foreign"],
    ],
  ]);
});

const sheet = "銘柄コード,銘柄名,保有株数,取得単価\n7203,霧笛,100,2500\n";
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");
/** Each with the line and column at which it is refused. */
const broken: readonly (readonly [what: string, text: string | Uint8Array, place: string])[] = [
  ["empty", "", "1:1"],
  ["blank lines alone", "\n \n\t\n", "1:1"],
  ["a byte order mark alone", "\ufeff", "1:1"],
  ["a heading alone", "銘柄コード,保有株数\n", "1:1"],
  ["a workbook", Buffer.from("PK\x03\x04\x14\x00", "latin1"), "1:1"],
  ["an old workbook", Buffer.from("\xd0\xcf\x11\xe0\xa1", "latin1"), "1:1"],
  ["a PDF", "%PDF-1.7\n7203\n", "1:1"],
  ["a web page", "<!DOCTYPE html>\n<td>7203</td>", "1:1"],
  ["another web page", "  <html><td>7203</td>", "1:1"],
  ["XML", '<?xml version="1.0"?><code>7203</code>', "1:1"],
  ["bytes of no text", Buffer.from([0x37, 0x32, 0x30, 0x33, 0x0a, 0x00, 0x01]), "2:1"],
  ["an escape sequence", `${sheet}6758,\u001b[2J,1,1\n`, "3:6"],
  ["a line in neither encoding", Buffer.concat([Buffer.from(sheet), Buffer.from([0xff, 0xfd, 0x0a])]), "3:1"],
  ["Shift_JIS cut within a character", Buffer.concat([encodeShiftJis(sheet), Buffer.from([0x96])]), "3:1"],
  ["UTF-8 cut within a character", Buffer.concat([Buffer.from(sheet), Buffer.from([0xe9, 0x9c])]), "3:1"],
  ["more bytes than are read", `${sheet}${"x".repeat(500_000)}`, "1:1"],
  ["more lines than are read", `${sheet}${"\n".repeat(20_000)}`, "20001:1"],
  ["more cells than are read", `${sheet}${",".repeat(400)}\n`, "3:1"],
  ["a quote that does not close", '銘柄コード,保有株数\n7203,"100\n', "2:1"],
  ["a quote within a cell", '銘柄コード,保有株数\n7203,1"00\n', "2:1"],
  ["text behind a quote", '銘柄コード,保有株数\n7203,"100"0\n', "2:1"],
  ["a row that was cut", `${sheet}6758,灯台,1`, "3:9"],
  ["a row that was cut within the code's row", `${sheet}6758`, "3:1"],
  ["a row that was cut behind the name", `${sheet}6758,灯台`, "3:6"],
  ["a comma within a number without quotes", `${sheet}6758,灯台,1,100,2500\n`, "3:11"],
  ["one cell more", `${sheet}6758,灯台,100,2500,x\n`, "3:13"],
  ["letters for shares", `${sheet}6758,灯台,many,2500\n`, "3:9"],
  ["a zero that is the letter O", `${sheet}6758,灯台,1O0,2500\n`, "3:9"],
  ["a comma in a wrong place", `${sheet}6758,灯台,"1,00",2500\n`, "3:9"],
  ["two points", `${sheet}6758,灯台,100,2.500.5\n`, "3:13"],
  ["a point alone", `${sheet}6758,灯台,.,2500\n`, "3:9"],
  ["a number with an exponent", `${sheet}6758,灯台,1e5,2500\n`, "3:9"],
  ["infinity", `${sheet}6758,灯台,Infinity,2500\n`, "3:9"],
  ["a number that is too long", `${sheet}6758,灯台,${"9".repeat(16)},2500\n`, "3:9"],
  ["a percentage for shares", `${sheet}6758,灯台,10%,2500\n`, "3:9"],
  ["dollars for a price", `${sheet}6758,灯台,100,$25\n`, "3:13"],
  ["a price below 0", `${sheet}6758,灯台,100,-5\n`, "3:13"],
  ["a date for shares", `${sheet}6758,灯台,2026/11/27,2500\n`, "3:9"],
  ["a formula for shares", `${sheet}6758,灯台,=A1*2,2500\n`, "3:9"],
  ["an error of a spreadsheet", `${sheet}6758,灯台,#REF!,2500\n`, "3:9"],
  ["columns that were moved by one", "銘柄コード,銘柄名,保有株数,取得単価\n7203,100,霧笛,2500\n", "2:10"],
  ["two columns of shares", "銘柄コード,保有株数,保有株数\n7203,100,200\n", "1:12"],
  ["two columns of codes", "code,code,shares\n7203,6758,1\n", "1:6"],
  ["two columns of prices", "code,shares,price,price\n7203,1,2,3\n", "1:19"],
  ["no column of codes", "保有株数,取得単価\n100,2500\n", "1:1"],
  [
    "a history of trades",
    "約定日,銘柄,銘柄コード,取引,約定数量,約定単価\n2026/1/5,霧笛,7203,現物買,100,2500\n",
    "1:1",
  ],
  ["another history of trades", "銘柄コード,銘柄名,数量,受渡日\n7203,霧笛,100,2026/1/5\n", "1:14"],
  ["a list of orders", "注文番号,銘柄コード,注文数量,数量\n1,7203,100,100\n", "1:1"],
  ["realised gains", "銘柄コード,銘柄名,数量,取得単価,実現損益[円]\n7203,霧笛,100,2500,1\n", "1:19"],
  ["a list of dividends", "入金日,商品,銘柄コード,銘柄,数量\n2026/1/5,国内株式,7203,霧笛,100\n", "1:1"],
  ["funds alone", "投資信託（金額/特定預り）\nファンド名,数量,取得単価\n灯台,100,10000\n", "3:1"],
  ["American stocks alone", files.monexForeign, "2:5"],
  ["bonds alone", "国内債券\n銘柄,利率(%),償還日,保有額面,取得単価\n灯台社債,1.5,2030/1/31,1,100\n", "3:1"],
  ["positions on margin alone", "銘柄,売買,建株数,建単価\n7203 霧笛,買建,100,3000\n", "2:1"],
  ["codes that are names", "銘柄コード,保有株数\n霧笛,100\n", "2:1"],
  ["codes that lost a digit", "銘柄コード,保有株数\n720,100\n", "2:1"],
  ["several columns that look like codes", "a,7203,2500\nb,6758,3000\nc,9984,1500\n", "1:1"],
  ["prose", "今日は雨\nそうですか\n7203\n", "1:1"],
  ["JSON", '{\n  "stocks": [\n    { "a": "霧笛" },\n    { "b": 7203 }\n  ]\n}\n', "1:1"],
  ["words alone", "霧笛自動車\n灯台製薬\n", "1:1"],
  ["prices alone", "1,234円\n2026年\n", "1:1"],
  ["a sequence of days", lines(5, (at) => `2026-11-2${at}`), "1:1"],
];

test.each(broken)("%s: it is refused at its place, in both languages", (_, text, place) => {
  const error = refusalOf(text);
  const [problem] = error.problems;
  expect(`${problem?.line}:${problem?.column}`).toBe(place);
  for (const message of [error.message, problem?.message ?? ""])
    expect(inJapanese(message), message).toMatch(/[ぁ-ん]/);
});

test("of a file that was cut at any place, what is read is what it says, or it is refused", () => {
  let refused = 0;
  for (const [, text] of forms)
    for (let end = 1; end < text.length; end += isLong ? 1 : 7)
      try {
        const { held: found } = read(text.slice(0, end));
        expect(found.map(({ code, shares, price, name }) => [code, shares, price, name])).toEqual(
          held.slice(0, found.length),
        );
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused += 1;
      }
  expect(refused).toBeGreaterThan(100);
});

test("60 files are tried", () => expect(broken.length).toBeGreaterThanOrEqual(60));

function refusalOf(text: string | Uint8Array): Refused {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error("it was read");
}

/** Papers filed with EDINET: nobody's address, and no private person's name. */
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { isOrganisation } from "../../../src/upstreams/market/calls/organisations.ts";
import type { MarketCallName } from "../../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { sendJson, serve } from "../../lib/http/loopback.ts";

const paper = { DocId: "S100AAAA", Code: "99990", EdinetCode: "E99999", SubDate: "2030-04-01" };

async function readPapers(name: MarketCallName, ...rows: object[]) {
  const served = await serve((_, response) =>
    sendJson(response, { data: rows.map((row) => ({ ...paper, ...row })) }),
  );
  const client = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
  const oddities = createOddities();
  return { rows: await client.read(name, {} as never, undefined, oddities), oddities };
}

describe("a private person", () => {
  const name = "架空 太郎";
  const address = "架空県架空市一丁目";
  const person = {
    HldrName: name,
    HldrNameEn: "Taro Kaku",
    HldrAddr: address,
    HldgPurp: `${name}の長期保有`,
    ImpProp: `${name}の提案`,
    ColAgr: `${name}との合意`,
    OtherBrk: `${name}からの贈与`,
    ShsHeld: 1200,
    ShsRatio: 0.051,
    AcqDisp: [{ Date: "2030-03-25", Shs: 100, Ratio: 0.5, Cptty: name, Price: 1200 }],
    BrwList: [{ Name: name, Rep: name, Addr: address, Amt: 5000 }],
    CredList: [{ Name: name, Rep: name, Addr: address }],
  };

  test.each([
    ["by the code", { LargeHldrTypeCode: "1" }],
    ["by the code's other name and form", { HldrTypeCode: 1 }],
    ["where nothing says what it is", {}],
    ["where the kind is unknown", { LargeHldrTypeCode: "0", LargeHldrTypeRaw: "その他" }],
  ])("has figures and no name, address or words: %s", async (_, kind) => {
    const { rows, oddities } = await readPapers("edinet/large-volume-shareholders", {
      Hldrs: [{ ...person, ...kind }],
    });
    expect(rows).toMatchObject([
      {
        holders: [
          { shares: 1200, ratio: 5.1, trades: [{ ratio: 0.5, price: 1200 }], loans: [{ amount: 5000 }] },
        ],
      },
    ]);
    expect(JSON.stringify([rows, oddities.unknownFields])).not.toMatch(/架空|Taro/);
    expect(oddities.unknownFields).toEqual([]);
  });

  test("among the largest shareholders has a place and shares", async () => {
    const { rows } = await readPapers("edinet/major-shareholders", {
      Hldrs: [
        { Rank: 1, HldrName: "株式会社架空銀行", HldrAddr: address, ShsHeld: 10, ShsRatio: 0.1 },
        { Rank: 2, HldrName: name, HldrAddr: address, ShsHeld: 5, ShsRatio: 0.05 },
      ],
    });
    expect(rows).toMatchObject([
      {
        holders: [
          { rank: 1, name: "株式会社架空銀行", shares: 10, ratio: 10 },
          { rank: 2, shares: 5, ratio: 5 },
        ],
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/太郎|一丁目/);
  });
});

test.each([
  "株式会社架空",
  "㈱架空",
  "架空信託銀行株式会社（信託口）",
  "架空従業員持株会",
  "ＫＡＫＵ ＴＲＵＳＴ ＣＯ．，ＬＴＤ．",
  "Kaku Partners L.P.",
  "財務大臣",
])("%s looks like an organisation", (name) => expect(isOrganisation(name)).toBe(true));

test.each([
  "架空 太郎",
  "Taro Kaku",
  "架空花子",
  "会社役員 架空太郎",
  "架空株式会社代表取締役 架空太郎",
  "Kaku Cole",
  "",
])("%s does not", (name) => expect(isOrganisation(name)).toBe(false));

test("a correction names the document that it corrects, and stands beside it", async () => {
  const { rows } = await readPapers(
    "edinet/large-volume-shareholders",
    { DocTypeCode: "350", LargeHldgTypeCode: "1", TotalShsRatio: 0.0728 },
    { DocId: "S100AAAB", ParDocId: "S100AAAA", DocTypeCode: "360", LargeHldgTypeCode: "6" },
  );
  expect(rows).toMatchObject([
    { documentId: "S100AAAA", ratio: 7.28 },
    { documentId: "S100AAAB", correctedDocumentId: "S100AAAA", documentTypeCode: "360" },
  ]);
});

test("a holder that is no object, and a figure that is none, are told at their place", async () => {
  // So many that three are no other interface.
  const good = Array.from({ length: 400 }, (_, at) => ({ DocId: `S${at}` }));
  const { rows, oddities } = await readPapers(
    "edinet/large-volume-shareholders",
    ...good,
    { DocId: "T1", Hldrs: ["somebody"] },
    { DocId: "T2", Hldrs: [{}, { AcqDisp: [{ Shs: "many" }] }] },
    { DocId: "T3", Hldrs: {} },
  );
  expect(rows).toHaveLength(400);
  const places = oddities.badRecords.map(({ places: [place] }) => place);
  expect(places).toEqual([
    {
      path: "edinet/large-volume-shareholders data[].Hldrs[]",
      expected: "an object",
      found: "text of 8 characters",
    },
    {
      path: "edinet/large-volume-shareholders data[].Hldrs[].AcqDisp[].Shs",
      expected: "a number",
      found: "text of 4 characters",
    },
    {
      path: "edinet/large-volume-shareholders data[].Hldrs",
      expected: "a list of objects",
      found: "an object",
    },
  ]);
});

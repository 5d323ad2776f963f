/** The market service in either dialect, on rows that a test sets. */
import { type Dialect, json, type Service } from "./serve.ts";

export interface MarginRow {
  code: string;
  publishedOn: string;
  appliedOn: string;
  short: number;
  long: number;
}

export interface ShortRow {
  code: string;
  seller: string;
  /** Percent. */
  ratio: number;
  shares: number;
  calculatedOn: string;
  disclosedOn: string;
}

export interface MarketWorld {
  margin: MarginRow[];
  shorts: ShortRow[];
  names: Record<string, string>;
}

export const marketKey = "a-key-for-the-tests";

export function marketService(world: MarketWorld, dialect: Dialect): Service {
  const wire = wires[dialect];
  return ({ path, query, headers }) => {
    if (headers["x-api-key"] !== marketKey)
      return json({ message: "The API key is missing." }, dialect === "observed" ? 403 : 401);
    if (path === "/v2/equities/master") return json({ data: Object.entries(world.names).map(wire.issue) });
    if (path === "/v2/markets/margin-alert") {
      const rows = world.margin.filter((row) => row.publishedOn === query.get("date"));
      return json({ data: rows.map(wire.margin) });
    }
    if (path === "/v2/markets/short-sale-report") {
      if (dialect === "observed" && query.has("date"))
        return json({ message: "date is not a parameter." }, 400);
      const day = query.get(dialect === "observed" ? "disc_date" : "date");
      return json({ data: world.shorts.filter((row) => row.disclosedOn === day).map(wire.short) });
    }
    return undefined;
  };
}

const issue = ([code, name]: [string, string]) => ({
  Code: `${code}0`,
  CoName: name,
  CoNameEn: "Example",
  S17: "6",
  S17Nm: "x",
  S33: "3700",
  S33Nm: "x",
  Mkt: "0111",
  MktNm: "Prime",
});

interface Wire {
  issue(entry: [string, string]): object;
  margin(row: MarginRow): object;
  short(row: ShortRow): object;
}

const wires: Record<Dialect, Wire> = {
  documented: {
    issue,
    margin: (row: MarginRow) => ({
      PubDate: row.publishedOn,
      Code: `${row.code}0`,
      AppDate: row.appliedOn,
      ShrtOut: row.short,
      ShrtOutChg: 100,
      ShrtOutRatio: "1.5",
      LongOut: row.long,
      LongOutChg: -200,
      SLRatio: "0.5",
    }),
    short: (row: ShortRow) => ({
      DisclosedDate: row.disclosedOn,
      CalculatedDate: row.calculatedOn,
      Code: `${row.code}0`,
      StockName: "例示工業",
      ShortSellerName: row.seller,
      ShortPositionsToSharesOutstandingRatio: String(row.ratio),
      ShortPositionsInSharesNumber: row.shares,
    }),
  },
  observed: {
    issue,
    margin: (row: MarginRow) => ({
      PubDate: row.publishedOn,
      Code: `${row.code}0`,
      AppDate: row.appliedOn,
      PubReason: {
        Restricted: "0",
        DailyPublication: "1",
        Monitoring: "0",
        RestrictedByJSF: "0",
        PrecautionByJSF: "0",
        UnclearOrSecOnAlert: "0",
      },
      ShrtOut: row.short,
      ShrtOutChg: 100,
      ShrtOutRatio: 1.5,
      LongOut: row.long,
      LongOutChg: -200,
      LongOutRatio: "*",
      SLRatio: 0.5,
      TSEMrgnRegCls: "001",
    }),
    short: (row: ShortRow) => ({
      DiscDate: row.disclosedOn,
      CalcDate: row.calculatedOn,
      Code: `${row.code}0`,
      SSName: row.seller,
      SSAddr: "",
      DICName: "",
      DICAddr: "",
      FundName: "",
      // A fraction, with the digits that a decimal shift gives.
      ShrtPosToSO: Number((row.ratio / 100).toFixed(4)),
      ShrtPosShares: row.shares,
      ShrtPosUnits: row.shares / 100,
      PrevRptDate: "",
      PrevRptRatio: null,
      Notes: "",
    }),
  },
};

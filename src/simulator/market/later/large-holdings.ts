/** Reports of large holdings. */
import type { Holder } from "../../world/market/holders.ts";
import type { HolderTrade, JointHolder, LargeHolding } from "../../world/market/large-holdings.ts";
import type { World } from "../../world/world.ts";
import type { Endpoint } from "../endpoint.ts";
import type { DoubtfulForms } from "../forms.ts";
import { type FiledFields, filings } from "./filings.ts";

/** Percent to a fraction. */
function fraction(percent: number): number {
  return Number((percent / 100).toFixed(4));
}

function sharesOf({ issuer }: LargeHolding, ratio: number): number {
  return Math.round((issuer.shares * ratio) / 100);
}

export function largeHoldings(forms: DoubtfulForms): Endpoint {
  return filings<LargeHolding>(forms, {
    papersOn: ({ largeHoldings: papers }, day, at) => papers.on(day, at),
    companyOf: ({ issuer }) => issuer,
    fields: (world, paper) => ({
      IsrName: paper.issuer.name,
      DocTypeCode: paper.parent === undefined ? "350" : "360",
      LargeHldgTypeCode: paper.kind,
      ParDocId: paper.parent ?? null,
      RptOblgDate: world.calendar.dateOf(paper.obligedOn),
      DocTitle: paper.title,
      ChgRsn: paper.reason ?? null,
      TotalShsHeld: sharesOf(paper, paper.ratio),
      TotalOutStks: paper.issuer.shares,
      TotalShsRatio: fraction(paper.ratio),
      TotalShsRatioLast: paper.ratioBefore === undefined ? null : fraction(paper.ratioBefore),
      Hldrs: paper.holders.map((one) => holder(world, paper, one)),
    }),
  });
}

function holder(world: World, paper: LargeHolding, one: JointHolder): FiledFields {
  const { holder: who, part, purpose, trades, lender } = one;
  const shares = Math.round(sharesOf(paper, paper.ratio) * part);
  const fund = shares * paper.issuer.priceOn(paper.day);
  const lent = lender ? Math.round(fund / 2) : 0;
  return {
    HldrName: who.name,
    HldrNameEn: who.english || null,
    HldrEdinetCode: who.edinetCode ?? null,
    HldrCode: null,
    LargeHldrTypeCode: who.isPerson ? "1" : "2",
    LargeHldrTypeRaw: who.isPerson ? "個人" : "法人",
    HldgPurp: purpose,
    ImpProp: "該当事項なし",
    ColAgr: lender ? "保有株式の一部を担保に供している" : "該当事項なし",
    ShsHeld: shares,
    ShsRatio: fraction(paper.ratio * part),
    ShsRatioLast: paper.ratioBefore === undefined ? null : fraction(paper.ratioBefore * part),
    OwnFund: fund - lent,
    TotalBrw: lent,
    TotalOther: 0,
    OtherBrk: null,
    TotalFund: fund,
    AcqDisp: trades.map((trade) => traded(world, paper, trade)),
    BrwList: lender && lent > 0 ? [loan(lender, lent)] : [],
    CredList: lender ? [{ Name: lender.name, Rep: lender.name, Addr: lender.address }] : [],
  };
}

/** Its ratio is in percent, unlike the others. */
function traded({ calendar }: World, { issuer }: LargeHolding, trade: HolderTrade): FiledFields {
  return {
    Date: calendar.dateOf(trade.day),
    SecType: "普通株式",
    Shs: trade.shares,
    Ratio: Number(((trade.shares / issuer.shares) * 100).toFixed(2)),
    Mkt: trade.isOnMarket ? "市場内" : "市場外",
    MktCode: trade.isOnMarket ? "1" : "2",
    TxnType: trade.isBought ? "取得" : "処分",
    TxnTypeCode: trade.isBought ? "1" : "2",
    Cptty: null,
    Price: trade.isOnMarket ? null : trade.price,
    PriceRaw: trade.isOnMarket ? null : String(trade.price),
  };
}

function loan(lender: Holder, yen: number): FiledFields {
  return {
    Name: lender.name,
    Ind: lender.isPerson ? "個人" : "銀行",
    Rep: lender.name,
    Addr: lender.address,
    DiscBrwPurp: "2",
    Amt: yen,
  };
}

/** Who holds a company, and which shares it holds of others, from its reports about a year or a part of one. */
import type { CrossHeld, PeriodReport } from "../../world/market/annual-reports.ts";
import type { Endpoint } from "../endpoint.ts";
import type { DoubtfulForms } from "../forms.ts";
import { companyEdinetCode, type FiledFields, filings } from "./filings.ts";

function filer({ filer: company, kind, statement }: PeriodReport): FiledFields {
  return {
    FilerName: company.name,
    FilerNameEn: company.english,
    DocTypeCode: kind,
    PerSt: statement.yearStart,
    PerEn: statement.yearEnd,
    CurPerSt: statement.yearStart,
    CurPerEn: statement.periodEnd,
  };
}

export function majorHolders(forms: DoubtfulForms): Endpoint {
  return filings<PeriodReport>(forms, {
    papersOn: ({ periodReports }, day, at) => periodReports.on(day, at),
    companyOf: (report) => report.filer,
    fields: (_world, report) => ({
      ...filer(report),
      Hldrs: report.majors.map(({ rank, holder, shares, ratio }) => ({
        Rank: rank,
        HldrName: holder.name,
        HldrAddr: holder.address,
        ShsHeld: shares,
        ShsRatio: ratio,
      })),
    }),
  });
}

export function crossHoldings(forms: DoubtfulForms): Endpoint {
  return filings<PeriodReport>(forms, {
    papersOn: ({ periodReports }, day, at) =>
      periodReports.on(day, at).filter(({ crossHeld }) => crossHeld !== undefined),
    companyOf: (report) => report.filer,
    fields: (_world, report) => {
      const { filer: company, crossHeld = [] } = report;
      const own = { name: company.name, code: `${company.code}0`, edinetCode: companyEdinetCode(company) };
      // Of a group that is led by a company without business, the largest subsidiary is told too.
      const isLed = crossHeld.length >= ledFrom;
      const subsidiary = { name: `${company.name}事業会社`, code: null, edinetCode: null };
      return {
        ...filer(report),
        Report: holdings(own, isLed ? crossHeld.slice(0, 2) : crossHeld),
        Largest: isLed ? holdings(subsidiary, crossHeld.slice(2)) : null,
        SecondLargest: null,
      };
    },
  });
}

const ledFrom = 7;

interface CrossHolder {
  readonly name: string;
  readonly code: string | null;
  readonly edinetCode: string | null;
}

function holdings({ name, code, edinetCode }: CrossHolder, held: readonly CrossHeld[]): FiledFields {
  const sold = held.filter(({ shares, sharesBefore }) => shares < sharesBefore);
  const value = held.reduce((total, one) => total + (one.value ?? 0), 0);
  const sum = (prefix: string, share: number): FiledFields => ({
    [`${prefix}Iss`]: Math.ceil(held.length * share),
    [`${prefix}BookVal`]: Math.round(value * share),
    [`${prefix}IncIss`]: null,
    [`${prefix}IncAcqCost`]: null,
    [`${prefix}DecIss`]: sold.length || null,
    [`${prefix}DecSaleAmt`]: sold.reduce((total, one) => total + one.valueBefore, 0) || null,
    [`${prefix}IncRsn`]: null,
  });
  const deemed = held.length > deemedFrom ? held.slice(-1) : [];
  return {
    HldrName: name,
    HldrCode: code,
    HldrEdinetCode: edinetCode,
    ...sum("Listed", 1),
    ...sum("NonListed", unlistedPart),
    Spec: held.slice(0, held.length - deemed.length).map(crossHeldOf),
    Deem: deemed.map(crossHeldOf),
    SpecFn: held.some(({ mark }) => mark) ? "<p>（注1）定量的な保有効果は記載が困難であります。</p>" : null,
    DeemFn: null,
  };
}

const deemedFrom = 4;
/** What is on no exchange is worth so much of what is. */
const unlistedPart = 0.2;

/** Where a number is kept back, a mark stands beside its null. */
function crossHeldOf({
  issuer,
  shares,
  sharesBefore,
  value,
  valueBefore,
  mark,
  isMutual,
}: CrossHeld): FiledFields {
  return {
    IsrName: issuer.name,
    IsrCode: `${issuer.code}0`,
    IsrEdinetCode: companyEdinetCode(issuer),
    CurShs: shares,
    CurShsNotDisc: null,
    PriShs: sharesBefore,
    PriShsNotDisc: null,
    CurBookVal: value ?? null,
    CurBookValNotDisc: mark ?? null,
    PriBookVal: valueBefore,
    PriBookValNotDisc: null,
    HoldRat: "取引関係の維持・強化のため保有",
    IsrHolds: isMutual === "1" ? "有" : isMutual === "0" ? "無" : "無（注2）",
    IsrHoldsCode: isMutual,
  };
}

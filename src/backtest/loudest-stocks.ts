/** The stocks about which a set of rules spoke most. */
import { stockCode } from "../settings/values.ts";
import { type Counts, count } from "./tally.ts";

/** A stock about which the rules gave alerts. */
export interface StockOutcome {
  readonly code: string;
  /** Absent where no event names it. */
  readonly name?: string;
  readonly alerts: number;
  readonly mails: number;
}

/** Name of the stock that an entry of the log is about, by its type and seq; undefined: it says none. */
export type NameAt = (type: string, seq: number) => string | undefined;

const most = 10;

/** The ten with the most alerts. Series and sources, which are no stocks, are left out. */
export function loudestStocks({ bySubject, mails }: Counts, nameAt: NameAt): StockOutcome[] {
  const mailed = new Map<string, number>();
  for (const { subject } of mails) count(mailed, subject);
  return [...bySubject]
    .filter(([subject]) => stockCode.safeParse(subject).success)
    .map(([code, { alerts, causes }]) => ({ code, alerts, mails: mailed.get(code) ?? 0, causes }))
    .sort((a, b) => b.alerts - a.alerts || b.mails - a.mails || (a.code < b.code ? -1 : 1))
    .slice(0, most)
    .map(({ code, causes, ...counted }) => {
      const [name] = [...causes].flatMap(([type, seq]) => nameAt(type, seq) ?? []);
      return { code, ...(name === undefined ? {} : { name }), ...counted };
    });
}

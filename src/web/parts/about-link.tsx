/** A link to what an alert is about: the view of its stock or its series; the name alone of anything else. */
import { link } from "../shell/address.ts";

/** @param subject a stock code such as 130A, or a series as DB/CODE; untrusted */
export function AboutLink({ subject }: { readonly subject: string }) {
  if (isStockCode(subject)) return <a href={link("stock", [subject])}>{subject}</a>;
  const series = /^([A-Za-z0-9]+)\/(.+)$/.exec(subject);
  if (series === null) return <span>{subject}</span>;
  return <a href={link("series", [series[1] ?? "", series[2] ?? ""])}>{subject}</a>;
}

/** Whether the subject of an alert is a stock: a code such as 7203 or 130A. */
export function isStockCode(subject: string): boolean {
  return /^[0-9A-Z]{4,5}$/.test(subject);
}

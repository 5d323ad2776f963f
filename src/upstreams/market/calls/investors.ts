import { day, integer, need, text } from "../../field-types.ts";
import type { Fields } from "../../record.ts";

const thousandYen = "thousand JPY";

/** Fields of what one type of investor sold and bought: four. */
function trades<Name extends string>(name: Name, wire: string, who: string) {
  const fields = {
    [`${name}Sales`]: integer(`${wire}Sell`, `${who}: sales`, thousandYen),
    [`${name}Purchases`]: integer(`${wire}Buy`, `${who}: purchases`, thousandYen),
    [`${name}Total`]: integer(`${wire}Tot`, `${who}: sales and purchases`, thousandYen),
    [`${name}Balance`]: integer(`${wire}Bal`, `${who}: purchases less sales`, thousandYen),
  };
  return fields as Readonly<
    Record<`${Name}${"Sales" | "Purchases" | "Total" | "Balance"}`, ReturnType<typeof integer>>
  >;
}

/** The document names eight of the figures; the rest are the other types of the observed 56 keys. */
export const investorFields = {
  publishedDate: need(day("PubDate", "day of publication")),
  startDate: need(day("StDate", "first day of the period")),
  endDate: need(day("EnDate", "last day of the period")),
  section: text("Section", "section of the market"),
  ...trades("proprietary", "Prop", "securities companies for themselves"),
  ...trades("brokerage", "Brk", "securities companies for others"),
  ...trades("overall", "Tot", "all together"),
  ...trades("individuals", "Ind", "individuals"),
  ...trades("foreigners", "Frgn", "foreign investors"),
  ...trades("securitiesCompanies", "SecCo", "securities companies as clients"),
  ...trades("investmentTrusts", "InvTr", "investment trusts"),
  ...trades("businessCompanies", "BusCo", "business companies"),
  ...trades("otherCompanies", "OthCo", "other companies"),
  ...trades("insuranceCompanies", "InsCo", "insurance companies"),
  ...trades("banks", "Bank", "city and regional banks"),
  ...trades("trustBanks", "TrstBnk", "trust banks"),
  ...trades("otherFinancials", "OthFin", "other financial institutions"),
} satisfies Fields;

/** Which disclosure another one corrects. The service does not say it: a corrected file is a row of its own, and its title says 訂正. */
import { compareTexts } from "../../lib/text/nearest.ts";
import { disclosedAt, type TimelyDisclosure } from "./events.ts";

const mark = /訂正/;
/** Brackets around the mark, and the words that stand with it. */
const marks = [
  /[（(【［[〔][^（(【［[〔）)】］\]〕]*訂正[^）)】］\]〕]*[）)】］\]〕]/g,
  /の?(一部|追加|再)*(の)?訂正(に関する)?(の?お知らせ|について)?/g,
  /(に関するお知らせ|のお知らせ|について)$/g,
];

/** Whether a title says that it corrects something. */
function isCorrection(title: string): boolean {
  return mark.test(title);
}

/** The title without what says that it corrects, in one form of letters. */
function plainTitle(title: string): string {
  let plain = title.normalize("NFKC").replace(/[\s「」『』"]/g, "");
  for (const one of marks) plain = plain.replace(one, "");
  return plain;
}

/** A shorter title is contained in many. */
const leastLength = 6;

/**
 * The number of what a disclosure corrects: of those before it about the same stock the last with the same title, else
 * the last whose title is within its own, or the other way round. Undefined: none is found.
 */
export function correctedBy(now: TimelyDisclosure, others: Iterable<TimelyDisclosure>): string | undefined {
  if (!isCorrection(now.title)) return undefined;
  const title = plainTitle(now.title);
  if (title.length < leastLength) return undefined;
  const at = disclosedAt(now);
  const earlier = [...others]
    .filter((one) => one.code === now.code && one.number !== now.number && disclosedAt(one) <= at)
    .sort((a, b) => compareTexts(disclosedAt(a), disclosedAt(b)) || compareTexts(a.number, b.number));
  const titled = earlier.map((one) => ({ number: one.number, title: plainTitle(one.title) }));
  const isWithin = (one: string) => one.length >= leastLength && (one.includes(title) || title.includes(one));
  return (titled.findLast((one) => one.title === title) ?? titled.findLast((one) => isWithin(one.title)))
    ?.number;
}

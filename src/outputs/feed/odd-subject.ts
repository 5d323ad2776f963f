import { codeMeant, shortCodePattern } from "../../model/code.ts";

export interface OddSubject {
  readonly subject: string;
  /** The code that was meant. */
  readonly meant: string;
}

/** Events with a stock's code as their subject; that of an alert is its cause's. */
const aboutStocks = /^(forum|margin|short|alert)\./;

/**
 * The first of the subjects that is a stock's code in a form that no event has, such as `7203.T`. Undefined where there
 * is none, or where the events may be about something else of that name.
 */
export function oddSubject(subjects: readonly string[], types: readonly string[]): OddSubject | undefined {
  if (!types.some((type) => aboutStocks.test(type))) return undefined;
  // Records of calls that the settings name may have codes of five characters.
  const mayBeOther = types.some((type) => type.startsWith("market."));
  for (const subject of subjects) {
    const plain = subject.normalize("NFKC").trim().toUpperCase();
    const meant = codeMeant(subject);
    if (meant === undefined || code.test(subject)) continue;
    if (form.test(plain) && !(mayBeOther && ofFive.test(subject))) return { subject, meant };
  }
  return undefined;
}

const code = new RegExp(shortCodePattern);
const form = /^([A-Z]{2,4}:)?[0-9][0-9A-Z]{3}0?([.: ][A-Z]{1,4})?$/;
const ofFive = /^[0-9][0-9A-Z]{3}0$/;

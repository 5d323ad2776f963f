/**
 * Stock codes. Services send five characters ("72030"), people and events use four where the fifth
 * is the 0 of a common stock ("7203", "130A"); other shares keep five ("25935").
 */
export function shortCode(code: string): string {
  return code.length === 5 && code.endsWith("0") ? code.slice(0, 4) : code;
}

/** Pattern of a code in its short form: digits and capital letters, without the market and without the 0 of a common stock. */
export const shortCodePattern = "^[0-9A-Z]{4}[1-9A-Z]?$";

/** The short code that a person meant by another form: with a market's name, in small or wide letters, of five characters. */
export function codeMeant(text: string): string | undefined {
  const plain = text.normalize("NFKC").trim().toUpperCase();
  const meant = shortCode(plain.replace(/^[A-Z]{2,4}:|[.\s:-][A-Z]{1,4}$/g, ""));
  return new RegExp(shortCodePattern).test(meant) ? meant : undefined;
}

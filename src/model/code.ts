/**
 * Stock codes. Services send five characters ("72030"), people and events use four where the fifth
 * is the 0 of a common stock ("7203", "130A"); other shares keep five ("25935").
 */
export function shortCode(code: string): string {
  return code.length === 5 && code.endsWith("0") ? code.slice(0, 4) : code;
}

/** Orders texts by their code units, whatever the language of the machine; an absent one is empty. */
export function compareTexts(one = "", other = ""): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

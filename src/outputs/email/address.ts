/**
 * Whether the text is one bare address. An envelope is parsed as a list of addresses with names, so one that
 * holds a comma or a bracket would go to others than it says.
 */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u.test(text);
}

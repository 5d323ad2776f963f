/**
 * Addresses in plain text as programs find them: with a scheme, a name that ends like a domain, a mail address, numbers
 * with points. Finds more than any one of them, since no list of ends of names is asked.
 */

const scheme = String.raw`\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>]+`;
const label = String.raw`[\p{L}\p{N}\p{M}\p{S}_-]+`;
const end = String.raw`[\p{L}\p{M}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]`;
const domain = String.raw`(?:${label}[.．｡])+${end}(?:[:/?#][^\s<>]*)?`;
const numbers = String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b`;
const other = String.raw`\b(?:mailto|tel|tg|intent|javascript):[^\s<>]+`;
const address = new RegExp([scheme, domain, numbers, other].join("|"), "giu");

export interface Found {
  readonly words: string;
  readonly url: string;
  readonly start: number;
}

export function linkify(text: string): Found[] {
  return [...text.matchAll(address)].map(({ 0: words, index }) => {
    // What ends a sentence ends no address.
    const url = words.replace(/[.,;:!?)\]]+$/, "");
    return { words: url, url, start: index };
  });
}

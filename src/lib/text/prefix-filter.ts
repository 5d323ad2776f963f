/** Says of most places in a text that no word begins there, by two units and from a few kilobytes: a Bloom filter. */
export interface PrefixFilter {
  /**
   * For each two units with which a word begins, two bits are set in the entry that the first bits of their hash name;
   * its next five bits name one of them, and the five after that the other.
   */
  readonly bits: Int32Array;
  readonly shift: number;
  /** For words of one unit, 1 at each of these units; undefined where there are none. */
  readonly single: Uint8Array | undefined;
}

/** No word is empty. With one or two words an entry, about one of two hundred other pairs has its bits set too. */
export function createPrefixFilter(words: readonly string[]): PrefixFilter {
  const size = Math.max(1, Math.min(20, Math.ceil(Math.log2(words.length + 1))));
  const bits = new Int32Array(2 ** size);
  const shift = 32 - size;
  const single = words.some(({ length }) => length === 1) ? new Uint8Array(0x1_0000) : undefined;
  for (const word of words) {
    const unit = word.charCodeAt(0);
    if (word.length === 1 && single !== undefined) single[unit] = 1;
    const hash = hashOf(unit, word.charCodeAt(1));
    if (word.length > 1) bits[hash >>> shift] = (bits[hash >>> shift] as number) | pairOfBits(hash, shift);
  }
  return { bits, shift, single };
}

// The high bits of a product depend on all bits of both units; the factor is 2^32 over the golden ratio.
export function hashOf(first: number, second: number): number {
  return Math.imul((first << 16) | second, 0x9e3779b1);
}

// Of the bits below those that choose the entry; a shift takes its last five.
function pairOfBits(hash: number, shift: number): number {
  return (1 << (hash >>> (shift - 5))) | (1 << (hash >>> (shift - 10)));
}

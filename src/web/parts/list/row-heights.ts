/** Heights of a long list's rows: those that were seen, and a guess for the others. Places are found without adding all up. */

const blockSize = 256;

export class RowHeights {
  readonly #heights: Float64Array;
  readonly #blocks: Float64Array;

  /** @param heightOf what is known of a row, or the guess, in pixels */
  constructor(count: number, heightOf: (index: number) => number) {
    this.#heights = Float64Array.from({ length: count }, (_, index) => heightOf(index));
    this.#blocks = new Float64Array(Math.ceil(count / blockSize));
    for (let index = 0; index < count; index += 1) this.#add(index, this.#heights[index] ?? 0);
  }

  /** Notes the height of a row that was seen; one that there is not is left out. */
  set(index: number, height: number): void {
    const before = this.#heights[index];
    if (before === undefined) return;
    this.#heights[index] = height;
    this.#add(index, height - before);
  }

  /** Pixels from the beginning of the list to that of a row; to the end of the list for one behind the last. */
  offset(index: number): number {
    const block = Math.floor(index / blockSize);
    let sum = 0;
    for (let at = 0; at < Math.min(block, this.#blocks.length); at += 1) sum += this.#blocks[at] ?? 0;
    const end = Math.min(index, this.#heights.length);
    for (let at = block * blockSize; at < end; at += 1) sum += this.#heights[at] ?? 0;
    return sum;
  }

  /** The row at a place, the first or the last one where there is none. */
  at(pixels: number): number {
    let rest = Math.max(0, pixels);
    let block = 0;
    while (block < this.#blocks.length - 1 && rest >= (this.#blocks[block] ?? 0)) {
      rest -= this.#blocks[block] ?? 0;
      block += 1;
    }
    let index = block * blockSize;
    while (index < this.#heights.length - 1 && rest >= (this.#heights[index] ?? 0)) {
      rest -= this.#heights[index] ?? 0;
      index += 1;
    }
    return Math.max(0, Math.min(index, this.#heights.length - 1));
  }

  #add(index: number, height: number): void {
    const block = Math.floor(index / blockSize);
    this.#blocks[block] = (this.#blocks[block] ?? 0) + height;
  }
}

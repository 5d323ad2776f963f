/** UTF-8 text that comes in pieces, which are copied: who gives one may use its memory again. */
export class Pieces {
  private list: Buffer[] = [];

  add(piece: Uint8Array, from: number, to: number): void {
    if (from < to) this.list.push(Buffer.from(piece.subarray(from, to)));
  }

  /** All of it, which is forgotten. */
  take(): string {
    const [first] = this.list;
    const whole = this.list.length === 1 && first !== undefined ? first : Buffer.concat(this.list);
    this.list = [];
    return whole.toString("utf8");
  }
}

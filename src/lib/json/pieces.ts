import { utf8Text } from "./strict-json.ts";

/** UTF-8 text that comes in pieces, which are copied: who gives one may use its memory again. */
export class Pieces {
  private list: Buffer[] = [];

  add(piece: Uint8Array, from: number, to: number): void {
    if (from < to) this.list.push(Buffer.from(piece.subarray(from, to)));
  }

  /** All of it, which is forgotten. Throws a TypeError where it is not UTF-8. */
  take(): string {
    const [first] = this.list;
    const whole = this.list.length === 1 && first !== undefined ? first : Buffer.concat(this.list);
    this.list = [];
    return utf8Text(whole);
  }
}

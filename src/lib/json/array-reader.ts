/**
 * Reads one array of a large JSON document element by element as its bytes come, without holding the document. It
 * takes what JSON.parse would take, and finds what JSON.parse would find.
 */
import {
  backslash,
  closeArray,
  closeObject,
  colon,
  comma,
  deepest,
  openArray,
  openObject,
  quote,
  requireOnce,
  utf8Text,
} from "./strict-json.ts";

export interface ArrayReader {
  /** Never throws: what is wrong is told at the end, when it is known whether the document came whole. */
  push(piece: Uint8Array): void;
  /** The document with an empty array where the elements were. Throws an Error where it is no JSON in UTF-8. */
  end(): unknown;
}

/** Gives `take` the elements of one array of a JSON document, which stands under `name` in its outermost object. */
export function createArrayReader(name: string, take: (element: unknown) => void): ArrayReader {
  const splitter = new ArraySplitter(name);
  let problem: Error | undefined;
  return {
    push(piece) {
      if (problem !== undefined) return;
      for (const element of split(piece)) take(element);
    },
    end() {
      if (problem !== undefined) throw problem;
      return splitter.end();
    },
  };

  function split(piece: Uint8Array): unknown[] {
    try {
      return splitter.push(piece);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      problem = error;
      return [];
    }
  }
}

/** White space of JSON, which is less than that of a text. */
const blank = /^[ \t\n\r]*$/;

export class ArraySplitter {
  /** Name of the array: a key of the outermost object. If there is no array under it, nothing is split. */
  private readonly name: string;
  /** The document without the elements, and the element that we are in. */
  private readonly rest = new Pieces();
  private readonly element = new Pieces();
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  /** Whether the outermost value is an object, and its current key with quotes, while that is being read. */
  private isObject = false;
  private key: number[] = [];
  private inKey = false;
  private afterColon = false;
  private state: "before" | "inside" | "after" = "before";
  private elements = 0;
  /** Members of the objects of the rest, and of the element that we are in. */
  private restMembers = 0;
  private members = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** The elements that end in this piece of UTF-8, parsed, in order. Throws a SyntaxError, or a TypeError for other bytes. */
  push(piece: Uint8Array): unknown[] {
    const found: unknown[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      if (this.inString) this.readString(byte);
      else if (this.state !== "inside") {
        if (!this.readOutside(byte)) continue;
        this.rest.add(piece, from, at + 1);
        from = at + 1;
      } else if (this.readInside(byte)) {
        this.element.add(piece, from, at);
        this.take(found, byte === closeArray);
        // The bracket belongs to the rest.
        from = byte === closeArray ? at : at + 1;
      }
    }
    (this.state === "inside" ? this.element : this.rest).add(piece, from, piece.length);
    return found;
  }

  /**
   * The rest of the document, parsed, with an empty array where the elements were. Throws a SyntaxError when the
   * document is cut or is not JSON.
   */
  end(): unknown {
    if (this.state === "inside") throw new SyntaxError("the array has no end");
    // A byte order mark is no part of the text.
    const rest: unknown = JSON.parse(this.rest.take().replace(/^\ufeff/, ""));
    requireOnce(rest, this.restMembers);
    return rest;
  }

  private readString(byte: number): void {
    if (this.inKey) this.key.push(byte);
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === backslash) this.isEscaped = true;
    else if (byte === quote) {
      this.inString = false;
      this.inKey = false;
    }
  }

  /** Whether this byte opens the array. */
  private readOutside(byte: number): boolean {
    const isTop = this.depth === 1 && this.isObject;
    if (byte === quote) {
      this.inString = true;
      this.inKey = isTop && !this.afterColon;
      if (this.inKey) this.key = [quote];
    } else if (byte === openObject || byte === openArray) {
      if (this.depth === 0) this.isObject = byte === openObject;
      this.goDeeper();
      if (byte === openArray && isTop && this.afterColon && this.isNamed()) {
        if (this.state === "after") throw new SyntaxError("the array is there twice");
        this.state = "inside";
        return true;
      }
    } else if (byte === closeObject || byte === closeArray) this.depth -= 1;
    else if (byte === colon) {
      this.restMembers += 1;
      if (isTop) this.afterColon = true;
    } else if (isTop && byte === comma) this.afterColon = false;
    return false;
  }

  /** Whether this byte ends an element. */
  private readInside(byte: number): boolean {
    if (byte === quote) this.inString = true;
    else if (byte === openObject || byte === openArray) this.goDeeper();
    else if (this.depth === 2 && (byte === comma || byte === closeArray)) return true;
    else if (byte === closeObject || byte === closeArray) this.depth -= 1;
    else if (byte === colon) this.members += 1;
    return false;
  }

  private goDeeper(): void {
    this.depth += 1;
    if (this.depth > deepest) throw new SyntaxError("nested too deep");
  }

  private take(found: unknown[], isLast: boolean): void {
    const text = this.element.take();
    if (isLast) {
      this.state = "after";
      this.depth -= 1;
      // Only an array without any element may have nothing before its bracket.
      if (this.elements === 0 && blank.test(text)) return;
    }
    const element: unknown = JSON.parse(text);
    requireOnce(element, this.members);
    this.members = 0;
    found.push(element);
    this.elements += 1;
  }

  private isNamed(): boolean {
    return JSON.parse(Buffer.from(this.key).toString("utf8")) === this.name;
  }
}

/** UTF-8 text that comes in pieces, which are copied: who gives one may use its memory again. */
class Pieces {
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

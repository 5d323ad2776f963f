import { ArraySplitter } from "./array-splitter.ts";

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

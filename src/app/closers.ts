/** The ends of what a start opens. */

/** Closes what was opened, the last first: at the end, or where a later part could not start. */
export interface Closers {
  add(close: () => void | Promise<void>): void;
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const closers: (() => void | Promise<void>)[] = [];
  return {
    add: (close) => void closers.push(close),
    async close() {
      for (let close = closers.pop(); close; close = closers.pop()) await close();
    },
  };
}

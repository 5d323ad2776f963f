/**
 * Writes of one turn of the event loop, one to a socket, and all of them in one go at its end: a thousand writes in a
 * row take less time than a thousand between other work.
 */

export interface BatchedWriter {
  /** Bytes that are still to be written. */
  readonly waitingBytes: number;
  /** Queues frames until the end of the turn. */
  add(frames: readonly Buffer[]): void;
  /** Writes what is queued now, before something that does not go through here. */
  flush(): void;
}

/** Makes writers that share their turns. */
export function createBatchedWriters(): (write: (bytes: Buffer) => void) => BatchedWriter {
  const queued: BatchedWriter[] = [];
  const flushAll = () => {
    for (const writer of queued) writer.flush();
    queued.length = 0;
  };
  return (write) => {
    let frames: readonly Buffer[] = [];
    let isQueued = false;
    const writer = {
      waitingBytes: 0,
      add(more: readonly Buffer[]) {
        frames = frames.length === 0 ? more : [...frames, ...more];
        for (const frame of more) writer.waitingBytes += frame.length;
        if (isQueued) return;
        isQueued = true;
        if (queued.push(writer) === 1) process.nextTick(flushAll);
      },
      flush() {
        isQueued = false;
        const [first] = frames;
        if (first === undefined) return;
        const bytes = frames.length === 1 ? first : Buffer.concat(frames);
        frames = [];
        writer.waitingBytes = 0;
        write(bytes);
      },
    };
    return writer;
  };
}

/** How far long work on the log has come, on stderr: one line that changes on a terminal, lines now and then on a pipe. */

export interface Progress {
  /** Both in entries of the log. */
  tell(read: number, all: number): void;
  /** Takes the line off a terminal. */
  clear(): void;
}

/** On a pipe a line for each so many entries. */
const lineEvery = 100_000;
/** On a terminal so often: a short log is not worth a line. */
const showEvery = 5_000;

export function createProgress(
  stream: Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean } = process.stderr,
): Progress {
  const onTerminal = stream.isTTY === true;
  let told = 0;
  return {
    tell(read, all) {
      const step = Math.floor(read / (onTerminal ? showEvery : lineEvery));
      if (step === told) return;
      told = step;
      stream.write(onTerminal ? `\r\x1b[K${words(read, all)}` : `${words(read, all)}\n`);
    },
    clear() {
      if (onTerminal && told > 0) stream.write("\r\x1b[K");
    },
  };
}

function words(read: number, all: number): string {
  const share = Math.floor((100 * read) / Math.max(1, all));
  return `${read.toLocaleString("en")} of ${all.toLocaleString("en")} entries, ${share} %`;
}

/**
 * A limit for what the file system is asked. A mount whose server is gone answers never, and nothing takes the
 * question back: the thread that asks is lost until it does, of four that the whole process has.
 */
import { Unread } from "./unread.ts";

let unanswered = 0;

/** Counts the reads that had no answer in time and still wait: a caller that asks again and again starts no further one meanwhile. */
export function unansweredFiles(): number {
  return unanswered;
}

/** Ten times what a slow network share takes. */
const fileLimitMs = 5_000;

/** The answer, or Unread after the limit. */
export async function inTime<T>(answer: Promise<T>, limitMs = fileLimitMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      unanswered += 1;
      const answered = (): void => {
        unanswered -= 1;
      };
      answer.then(answered, answered);
      reject(new Unread(`no answer within ${limitMs / 1_000} s: is it on a mount that hangs?`));
    }, limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends the process where a file still has no answer: an ordinary exit waits for its thread, forever. A signal does not,
 * and for service managers SIGTERM is a clean end. To be called when all else is done.
 */
export function endDespiteHangingFiles(): void {
  if (unanswered === 0) return;
  process.stderr.write(
    "yagura: a file does not answer; ended by a signal, since an exit would wait for it\n",
  );
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
}

/** Reads the file of a template. */
import { withoutMark } from "../../lib/problem.ts";
import { readSmallFile } from "../../lib/read-small-file.ts";

const mostBytes = 100_000;

export type ReadTemplate =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Never throws. */
export async function readTemplate(path: string): Promise<ReadTemplate> {
  try {
    const bytes = await readSmallFile(path, mostBytes);
    return { ok: true, text: withoutMark(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch (error) {
    const message = error instanceof TypeError ? "this is not UTF-8" : (error as Error).message;
    return { ok: false, message };
  }
}

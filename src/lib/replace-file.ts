/** Replaces a file that people edit, whole or not at all, unless somebody else has saved it meanwhile. */
import { open, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** `changed`: it is no longer what was read; `refused`: it cannot be written. */
export type Replaced =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "changed" | "refused"; readonly message: string };

/** A file that may be written where no file may stand beside it, such as one that is mounted by itself. */
const besideRefused = ["EACCES", "EPERM", "EBUSY", "EXDEV", "EROFS"];

/** Links are followed, and its owner, group and rights stay as they are as far as the system lets them. */
export async function replaceFile(path: string, before: string, after: string): Promise<Replaced> {
  try {
    const file = await realpath(path);
    if ((await readFile(file, "utf8")) !== before)
      return { ok: false, reason: "changed", message: "somebody has just saved this file: look again" };
    if (!(await isWritable(file))) return refused("EACCES");
    await write(file, after);
    return { ok: true };
  } catch (error) {
    return refused((error as NodeJS.ErrnoException).code ?? String(error));
  }
}

function refused(code: string): Replaced {
  return { ok: false, reason: "refused", message: `the file cannot be written (${code})` };
}

/** A new file in the place of one that is read-only would be against its owner's will. */
async function isWritable(file: string): Promise<boolean> {
  const { mode } = await stat(file);
  return (mode & 0o222) !== 0;
}

async function write(file: string, text: string): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.tmp`);
  try {
    const { mode, uid, gid } = await stat(file);
    const draftFile = await open(draft, "w", mode & 0o777);
    try {
      await draftFile.writeFile(text);
      await draftFile.chmod(mode & 0o777);
      const own = await draftFile.stat();
      if (own.uid !== uid || own.gid !== gid) await draftFile.chown(uid, gid);
      await draftFile.sync();
    } finally {
      await draftFile.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    if (!besideRefused.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await writeFile(file, text);
  }
}

/** Writes each mail as an .eml file: for trying things out, and for machines without a mail server. */
import { createHash } from "node:crypto";
import { open, opendir, rename, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeOwnerFolder, narrowToOwner, ownerFile } from "../../lib/replace-file.ts";
import { tameAnswer } from "../../lib/text/tame.ts";
import { type OutgoingLetter, SendError, type Transport } from "../delivery/transport.ts";

export function createFolderTransport(folder: string): Transport {
  const path = resolve(folder);
  return {
    async open() {
      try {
        makeOwnerFolder(path);
        const probe = join(path, `.probe-${process.pid}`);
        await (await open(probe, "w", ownerFile)).close();
        await unlink(probe);
        await narrowMails(path);
      } catch (error) {
        throw new Error(`the mail folder ${path} cannot be written (${reasonOf(error)})`, { cause: error });
      }
    },
    async send(letter) {
      const name = fileName(letter);
      try {
        await writeWhole(path, name, letter.bytes);
      } catch (error) {
        throw new SendError(
          tameAnswer(`${path}: cannot be written (${reasonOf(error)})`, []),
          "no-way",
          error,
        );
      }
      return `written to ${name}`;
    },
    close: () => {},
  };
}

/** Sorts by time; one name a mail and address, so that a repeat takes the place of the first. */
export function fileName({
  date,
  messageId,
  address,
}: Pick<OutgoingLetter, "date" | "messageId" | "address">): string {
  const time = new Date(date).toISOString().replace(/[-:.]/g, "");
  const hash = createHash("sha256")
    .update(JSON.stringify([messageId, address]))
    .digest("hex");
  return `${time}-${hash.slice(0, 16)}.eml`;
}

/** Mails may name what a desk holds, so those that others could read so far are taken from them. */
async function narrowMails(folder: string): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    if (/^\.?\d{8}T\d{9}Z-[0-9a-f]{16}\.eml(\.tmp)?$/.test(name)) narrowToOwner(join(folder, name));
  }
}

/** The file appears whole and on the disk, or not at all. */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const draft = join(folder, `.${name}.tmp`);
  const file = await open(draft, "w", ownerFile);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
  const directory = await open(folder, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

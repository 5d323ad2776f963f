/** The port of the page and the feed: a first start must not end with a port that another program has. */
import { once } from "node:events";
import { createServer } from "node:net";
import { listenerOf } from "../../../outputs/index.ts";
import { type Draft, readDraft, withSetting } from "../draft.ts";
import type { Session } from "../session.ts";

const portsTried = 50;

/** The draft with the port of the options, or in new settings with the first free one from the usual one on. */
export async function withFreePort(
  { options, dialogue, words }: Session,
  draft: Draft,
  isNew: boolean,
): Promise<Draft> {
  const path = ["feed", "port"];
  // As a number where it is one: what stands in quotes is a text.
  if (options.port !== undefined)
    return withSetting(draft, path, /^\d+$/.test(options.port) ? Number(options.port) : options.port);
  const read = readDraft(draft);
  if (!isNew || !read.ok) return draft;
  const { host, port } = listenerOf(read.config.outputs);
  if (port === 0 || (await isFree(host, port))) return draft;
  for (let next = port + 1; next <= port + portsTried; next++) {
    if (!(await isFree(host, next))) continue;
    dialogue.tell("note", words.portTaken(port, next));
    return withSetting(draft, path, next);
  }
  return draft;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

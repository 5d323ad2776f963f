/** The port of the page and the feed: a first start must not end with a port that another program has. */
import { once } from "node:events";
import { createServer } from "node:net";
import { Refused } from "../../../app/refused.ts";
import { listenerOf } from "../../../outputs/index.ts";
import { type Draft, problemWords, readDraft, withSetting } from "../draft.ts";
import type { Session } from "../session.ts";

const portsTried = 50;

/** The draft with the port of the options, or in new settings with the first free one from the usual one on. */
export async function withFreePort(
  { options, dialogue, words, once }: Session,
  draft: Draft,
  isNew: boolean,
): Promise<Draft> {
  const path = ["feed", "port"];
  // As a number where it is one: what stands in quotes is a text.
  if (options.port !== undefined) {
    const port = /^\d+$/.test(options.port) ? Number(options.port) : options.port;
    const next = withSetting(draft, path, port);
    const read = readDraft(next);
    if (!read.ok) throw new Refused(`--port: ${problemWords(read.problems)}`);
    return next;
  }
  const read = readDraft(draft);
  if (!isNew || !read.ok) return draft;
  const { host, port } = listenerOf(read.config.outputs);
  const next = port === 0 ? port : await once(() => firstFree(host, port));
  if (next === port) return draft;
  dialogue.tell("note", words.portTaken(port, next));
  return withSetting(draft, path, next);
}

/** The first free port from this one on; itself where none is. */
async function firstFree(host: string, port: number): Promise<number> {
  for (let next = port; next <= port + portsTried; next++) if (await isFree(host, next)) return next;
  return port;
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

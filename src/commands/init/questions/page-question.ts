/** The question where people reach the page: links in messages begin with that address. */

import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../../../config/config.ts";
import { authority, isLoopback } from "../../../lib/http/url.ts";
import { listenerOf } from "../../../outputs/index.ts";
import { type Draft, problemWords, readDraft, withoutSetting, withSetting } from "../draft.ts";
import type { SetupQuestion, SetupState, TriedAnswer } from "../question.ts";

/** `here`: on this machine alone; `none`: messages have no links; anything else: an address. */
type LinksAnswer = string;

const path = ["publicUrl"];

export function linksQuestion(state: SetupState): SetupQuestion<LinksAnswer> {
  const { words, options, draft, present } = state;
  const here = hereOf(draft);
  const before = present.publicUrl;
  const isHere = before !== undefined && before === ownAddress(present);
  const part = { option: "--public-url", question: words.publicUrl };
  return {
    option: "--public-url",
    given: options.publicUrl,
    // The port may be another one now.
    ...(isHere && here !== undefined && { unanswered: withSetting(draft, path, here) }),
    ask: () => askLinks(state, here, isHere),
    async trial(answer): Promise<TriedAnswer> {
      if (answer === "none") {
        const next = before === undefined ? draft : withoutSetting(draft, path);
        return { ok: true, draft: next, told: words.noLinksTold };
      }
      const url = answer === "here" ? here : answer;
      const next = url === undefined ? undefined : withSetting(draft, path, url);
      const read = next && readDraft(next);
      if (next === undefined || !read?.ok) return { ok: false, problem: words.noPublicUrl, part };
      const { hostname } = new URL(read.config.publicUrl ?? "");
      const listens = authority(listenerOf(read.config.outputs));
      const told = isLoopback(hostname) ? words.linksAreHere : words.linksAreElsewhere(listens);
      return { ok: true, draft: next, told };
    },
  };
}

async function askLinks(
  { dialogue, words, present, isNew }: SetupState,
  here: string | undefined,
  isHere: boolean,
): Promise<LinksAnswer> {
  const before = present.publicUrl;
  const initial = isHere || (isNew && before === undefined) ? "here" : before ? "address" : "none";
  const chosen = await dialogue.choose<string>(
    words.links,
    [
      ...(here === undefined ? [] : [{ value: "here", label: words.linksHere(here) }]),
      { value: "address", label: words.linksElsewhere },
      { value: "none", label: words.noLinks },
    ],
    initial,
  );
  if (chosen !== "address") return chosen;
  const known = isHere ? undefined : before;
  return dialogue.text({ message: words.publicUrl, initial: known, example: "https://yagura.example.jp" });
}

/** The page's address on this machine; undefined where its port is not known before it starts. */
function hereOf(draft: Draft): string | undefined {
  const read = readDraft(draft);
  return read.ok ? ownAddress(read.config) : undefined;
}

function ownAddress({ outputs }: Config): string | undefined {
  const listener = listenerOf(outputs);
  return listener.port === 0 ? undefined : `http://${authority(listener)}`;
}

// The port of the page and the feed: a first start must not end with a port that another program has.

const portsTried = 50;
const portPath = ["feed", "port"];

/** The port of the options, or in new settings the first free one from the usual one on; nobody is asked for it. */
export async function portQuestion(state: SetupState): Promise<SetupQuestion<string>> {
  const { options, draft } = state;
  return {
    option: "--port",
    given: options.port,
    unanswered: options.port === undefined ? await withFreePort(state) : draft,
    async trial(answer) {
      // As a number where it is one: what stands in quotes is a text.
      const next = withSetting(draft, portPath, /^\d+$/.test(answer) ? Number(answer) : answer);
      const read = readDraft(next);
      return read.ok ? { ok: true, draft: next } : { ok: false, problem: problemWords(read.problems) };
    },
  };
}

async function withFreePort({ dialogue, words, once, draft, isNew }: SetupState): Promise<Draft> {
  const read = readDraft(draft);
  if (!isNew || !read.ok) return draft;
  const { host, port } = listenerOf(read.config.outputs);
  const next = port === 0 ? port : await once(() => firstFree(host, port));
  if (next === port) return draft;
  dialogue.tell("note", words.portTaken(port, next));
  return withSetting(draft, portPath, next);
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

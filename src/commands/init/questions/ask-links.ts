/** The question where people reach the page: links in messages begin with that address. */
import type { Config } from "../../../config/config.ts";
import { authority, isLoopback } from "../../../lib/http/url.ts";
import { listenerOf } from "../../../outputs/index.ts";
import { type Draft, readDraft, withoutSetting, withSetting } from "../draft.ts";
import { type Attempt, isAsked, type Session, settle } from "../session.ts";

/** `here`: on this machine alone; `none`: messages have no links; anything else: an address. */
type LinksAnswer = string;

const path = ["publicUrl"];

/** @param draft says the port already @param present settings as they were before @param isNew whether there were none */
export async function askLinks(
  session: Session,
  draft: Draft,
  { present, isNew }: { present: Config; isNew: boolean },
): Promise<Draft> {
  const { dialogue, words, options } = session;
  const here = hereOf(draft);
  const before = present.publicUrl;
  const isHere = before !== undefined && before === ownAddress(present);
  if (options.publicUrl === undefined && !isAsked(session, undefined))
    // The port may be another one now.
    return isHere && here !== undefined ? withSetting(draft, path, here) : draft;
  const part = { option: "--public-url", question: words.publicUrl };
  return settle<LinksAnswer>(session, {
    ...{ option: "--public-url", given: options.publicUrl, skipped: draft },
    async ask() {
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
      return dialogue.text({
        message: words.publicUrl,
        initial: known,
        example: "https://yagura.example.jp",
      });
    },
    async attempt(answer): Promise<Attempt> {
      if (answer === "none")
        return {
          ok: true,
          draft: before === undefined ? draft : withoutSetting(draft, path),
          told: words.noLinksTold,
        };
      const url = answer === "here" ? here : answer;
      const next = url === undefined ? undefined : withSetting(draft, path, url);
      const read = next && readDraft(next);
      if (next === undefined || !read?.ok) return { ok: false, problem: words.noPublicUrl, part };
      const { hostname } = new URL(read.config.publicUrl ?? "");
      const listens = authority(listenerOf(read.config.outputs));
      const told = isLoopback(hostname) ? words.linksAreHere : words.linksAreElsewhere(listens);
      return { ok: true, draft: next, told };
    },
  });
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

/** One notification of every kind, in both languages. */
import { alertLinks } from "../../../../src/app/answers/signed-links.ts";
import type { LogEntry } from "../../../../src/model/event.ts";
import type { Language } from "../../../../src/model/language.ts";
import type { Notification, ToldAlert } from "../../../../src/model/notification.ts";
import type { AskedMessage } from "../../../../src/outputs/member.ts";
import { alertOf, askedOf, causeOf, notificationOf, position, toldOf } from "../../letter/scene.ts";

/** What strangers and people write. */
export interface Said {
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly seller: string;
  /** Who ended it, and why; what a group shares; what is noted about the stock. */
  readonly by: string;
  readonly because: string;
  readonly about: string;
  readonly note: string;
}

export const harmless: Said = {
  ...{ name: "架空電機", title: "a title", body: "a body", seller: "Lantern Capital" },
  ...{ by: "Aki", because: "done", about: "rule grown-short", note: "a note" },
};

export const kinds = ["alert", "bare", "update", "repeat", "resolved", "group", "digest", "brake"] as const;
export type Kind = (typeof kinds)[number];

export const publicUrl = "https://yagura.example.com";

/** Facts with which every kind of link is made. */
const links: Partial<AskedMessage> = {
  publicUrl,
  stockPage: "https://stocks.example.com/{code}",
  links: (entry: LogEntry, receiver: string) =>
    alertLinks(entry.event, receiver, { publicUrl, key: Buffer.alloc(32, 7) }),
};

function toldAs(kind: Kind, said: Said, { seq = 8, code = "9901" } = {}): ToldAlert {
  const { name, seller, body, by, because } = said;
  const item = { ...position, code, name, seller };
  const was = kind === "bare" ? {} : { was: { ...item, ratio: 0.93 }, changed: ["ratio"] };
  const cause = causeOf({ subject: code, data: { now: item, ...was } });
  const isOver = kind === "resolved";
  const title = kind === "group" || kind === "digest" ? `${said.title} ${seq}` : said.title;
  const alert = {
    ...{ title, body: kind === "bare" ? "" : body, severity: "warning" as const, key: `${code} ${seq}` },
    ...(isOver && { why: "hand" as const, by, because }),
  };
  const entry = alertOf(alert, cause, { seq, type: isOver ? "alert.resolved" : "alert.fired" });
  const since = Date.parse("2026-11-20T05:31:02Z");
  if (kind === "repeat") return toldOf(entry, cause, { reason: "repeated", times: 3, since });
  if (kind !== "update") return toldOf(entry, cause);
  const before = alertOf({ title: seller, body }, cause, { seq: 5, at: "2026-11-20T02:00:00.000Z" });
  return toldOf(entry, cause, { before, times: 2, reason: "changed", since });
}

const several: readonly Kind[] = ["group", "digest", "brake"];

/** @param count number of alerts of a group or digest that are told; `all` may be more */
export function asked(
  kind: Kind,
  {
    said = harmless,
    language = "en",
    count = 3,
    all,
    more = links,
  }: { said?: Said; language?: Language; count?: number; all?: number; more?: Partial<AskedMessage> } = {},
): AskedMessage {
  const isSeveral = several.includes(kind);
  const told = Array.from({ length: isSeveral ? count : 1 }, (_, index) =>
    toldAs(kind, said, { seq: 8 + index, code: String(9901 + index) }),
  );
  const notification: Partial<Notification> = {
    ...{
      kind: isSeveral ? (kind as "group") : "alert",
      receiver: "webhook:desk",
      language,
      name: `n-${kind}`,
    },
    ...{ about: said.about, all: all ?? told.length },
  };
  const watchlists = { mine: [{ code: "9901", note: said.note }] };
  return askedOf(notificationOf(told, notification), { watchlists, ...more });
}

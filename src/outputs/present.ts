/** What stands now, as an output may show it: the open alerts, and the items of the sources. Read in parts. */
import type { StoredEntry } from "../model/event.ts";
import type { Severity } from "../model/news-items.ts";
import type { StandingItem } from "../model/standing.ts";

/** An open alert. */
export interface OpenAlertNow {
  /** Id of its first alert, by which calls and events name it. */
  readonly alert: string;
  readonly rule: string;
  readonly key: string;
  readonly severity: Severity;
  readonly subject: string;
  /** `silenced`: a silence or a window quiets it, whoever knows of it; `acknowledged`: somebody does. */
  readonly state: "firing" | "acknowledged" | "silenced";
  /** Time of its first alert, ISO. */
  readonly since: string;
  /** Number of its alerts so far, and of the latest on the log. */
  readonly times: number;
  readonly seq: number;
  /** Its latest alert; absent where the log does not keep that any more. */
  readonly latest?: StoredEntry;
}

export interface ItemNow extends StandingItem {
  /** Name of the item in its source. */
  readonly key: string;
}

/** Parts that are read one after the other, each in a few milliseconds; many are empty. Answers at the end whether all could be read. */
export type Parts<One> = Iterator<readonly One[], boolean>;

export interface Present {
  /** Open alerts, the one that began first first. */
  alerts(): Parts<OpenAlertNow>;
  /** The sources that are watched, each with the types of its events about items. */
  sources(): readonly { readonly name: string; readonly types: readonly string[] }[];
  /** Items of a source. One that is read twice, since it changed meanwhile, is newer the second time. */
  items(source: string): Parts<ItemNow>;
}

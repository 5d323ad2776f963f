/** Answers of `/api/gallery...`: rules to take over, with what a form asks for. */
import type { Worded } from "../language.ts";
import type { GallerySubject } from "./gallery-words.ts";

export type FormValue = string | number | boolean | readonly string[];

/** A parameter of a rule, as a form asks for it. */
export interface GalleryParam {
  readonly name: string;
  readonly about: Worded;
  readonly value: FormValue;
  /** Unit of a number; absent: the number has none, or the value is no number. */
  readonly unit?: Worded;
  readonly min?: number;
  readonly max?: number;
}

/** Settings of a source that a rule needs and the settings do not have. */
export interface LackingSource {
  readonly source: string;
  /** As it stands under `sources`. */
  readonly yaml: string;
}

/** A rule that others can be made from. */
export interface GalleryRule {
  readonly name: string;
  /** A rule of the folder, or one of the desk that is in no file of it. */
  readonly from: "folder" | "desk";
  readonly subject: GallerySubject;
  readonly displayName: Worded;
  /** One sentence; "" where the rule has none. */
  readonly about: Worded;
  readonly params: readonly GalleryParam[];
  /** The mail about its first example, in the language that was asked for; absent: it has no such example. */
  readonly mail?: { readonly title: string; readonly text: string };
  readonly lacks: readonly LackingSource[];
}

/** An answer to `GET /api/gallery?language=`. */
export interface GalleryAnswer {
  readonly rules: readonly GalleryRule[];
  /** What was counted already; absent: nothing was, or the rules or the day of the log are others now. */
  readonly month?: GalleryMonth;
}

/** An answer to `GET /api/gallery/now?rule=`: by parameter, the numbers that the rule compares it with. */
export interface GalleryNow {
  readonly params: Readonly<Record<string, readonly StockNumbers[]>>;
}

/** The least and the largest number of a stock's items. */
export interface StockNumbers {
  readonly code: string;
  readonly low: number;
  readonly high: number;
}

/** A body of `POST /api/gallery/fill`. */
export interface FillAsked {
  readonly template: string;
  readonly params: Readonly<Record<string, FormValue>>;
}

/** A rule that is ready to be checked, tried and saved by the bench. */
export interface FilledRule {
  readonly name: string;
  readonly text: string;
  readonly file: string;
  /** Name of the desk's rule that it is; absent: it is made from one of the folder. */
  readonly desk?: string;
  /** What goes into the file with it, such as `standing.totalShort` and `rules.six-sellers`. */
  readonly besides: readonly string[];
}

/** What the rules of the gallery would have sent in thirty days of the log. */
export interface GalleryMonth {
  /** ISO. */
  readonly from: string;
  readonly to: string;
  readonly rules: Readonly<Record<string, { readonly alerts: number; readonly mails: number }>>;
}

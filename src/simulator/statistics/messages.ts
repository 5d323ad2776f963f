/** Messages of the statistics service, and the envelope of its answers that carries them. */

export type Language = "EN" | "JP";

/** Message codes: status, English, Japanese. */
const messages = {
  M181000I: [200, "Successfully completed.", "正常に終了しました。"],
  M181030I: [
    200,
    "Completed, but there is no matching data.",
    "正常に終了しましたが、該当データはありませんでした。",
  ],
  M181001E: [400, "A parameter holds a character that is not allowed.", "使用できない文字が含まれています。"],
  M181002E: [400, "The language setting is not valid.", "言語の指定が正しくありません。"],
  M181003E: [400, "The format setting is not valid.", "ファイル形式の指定が正しくありません。"],
  M181004E: [400, "The database is not specified.", "DBが指定されていません。"],
  M181005E: [400, "The database name is not valid.", "DB名が正しくありません。"],
  M181006E: [400, "No series code is specified.", "系列コードが指定されていません。"],
  M181007E: [400, "There are too many series (limit: 1250).", "系列数が上限（1250）を超えています。"],
  M181008E: [400, "The start date is not valid.", "開始期が正しくありません。"],
  M181009E: [400, "The end date is not valid.", "終了期が正しくありません。"],
  M181010E: [
    400,
    "The year must be a number from 1850 to 2050.",
    "年は1850から2050までの数字で指定してください。",
  ],
  M181011E: [400, "The start date is later than the end date.", "開始期が終了期より後になっています。"],
  M181012E: [
    400,
    "The start position must be an integer of 1 or more.",
    "検索開始位置は1以上の整数で指定してください。",
  ],
  M181013E: [400, "A series code does not exist.", "系列コードが存在しません。"],
  M181014E: [400, "The series codes differ in frequency.", "期種の異なる系列コードが含まれています。"],
  M181015E: [400, "The start date does not match the frequency.", "開始期の形式が期種と合っていません。"],
  M181016E: [400, "The end date does not match the frequency.", "終了期の形式が期種と合っていません。"],
  M181017E: [400, "The frequency is not specified.", "期種が指定されていません。"],
  M181018E: [400, "The frequency is not valid.", "期種が正しくありません。"],
  M181019E: [400, "Layer 1 is not specified.", "階層1が指定されていません。"],
  M181020E: [400, "The layer is not valid.", "階層の指定が正しくありません。"],
  M181090S: [500, "An unexpected error occurred.", "予期しないエラーが発生しました。"],
  M181091S: [503, "The database could not be accessed.", "データベースへのアクセスでエラーが発生しました。"],
} as const satisfies Record<string, readonly [number, string, string]>;

export type MessageId = keyof typeof messages;

/** A request that is answered with an error; `position` is that of the series code at fault, from 1. */
export class Refusal extends Error {
  readonly id: MessageId;
  readonly position: number | undefined;

  constructor(id: MessageId, position?: number) {
    super(id);
    this.name = "Refusal";
    this.id = id;
    this.position = position;
  }
}

export interface Envelope {
  STATUS: number;
  MESSAGEID: MessageId;
  MESSAGE: string;
  /** ISO, +09:00 */
  DATE: string;
  PARAMETER: Record<string, string> | null;
  NEXTPOSITION: number | null;
  RESULTSET: Iterable<Record<string, unknown>>;
}

/** An envelope that says no more than its message; `position` is that of the series code at fault. */
export function envelope(id: MessageId, language: Language, date: string, position?: number): Envelope {
  const [status, english, japanese] = messages[id];
  const text = language === "EN" ? english : japanese;
  const where = language === "EN" ? ` (position ${position})` : `（${position}番目）`;
  return {
    STATUS: status,
    MESSAGEID: id,
    MESSAGE: position === undefined ? text : text + where,
    DATE: date,
    PARAMETER: null,
    NEXTPOSITION: null,
    RESULTSET: [],
  };
}

/**
 * The interface of a command: what it is called, what its help says in both languages, and what it does. A member's
 * file holds nothing else; what a command does is loaded when it is called.
 */

type Texts = readonly [english: string, japanese: string];

/** A call as a person types it: a command, or a part of one. */
interface Call {
  readonly name: string;
  readonly alias?: string;
  readonly about: Texts;
  /** Such as "npx yagura check --json"; stands below the help. */
  readonly example: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /**
   * Does it: takes the values of the arguments, then the options with those of the command that it is a part of, then
   * the command as commander knows it. Left out: one of its parts has to be named, or is the default.
   */
  readonly run?: (...given: never[]) => Promise<void>;
}

export interface CommandMember extends Call {
  /** Whether it reads the config file, which --config names then. */
  readonly isConfigured: boolean;
  /** Whether it reads options by itself that it does not declare. */
  readonly takesUnknown?: boolean;
  readonly parts?: readonly Part[];
}

/** A part of a command, such as `yagura history show`. Options of the command are its own, wherever they stand. */
export interface Part extends Call {
  /** Whether it is meant where no part is named. */
  readonly isDefault?: boolean;
}

interface Values {
  /** The closed list of its values. */
  readonly choices?: readonly string[];
  /** Its value where nobody gives one. */
  readonly fallback?: string;
}

interface Argument extends Values {
  /** Such as <file>, [file] or [files...]. */
  readonly name: string;
  readonly about: Texts;
}

interface Option extends Values {
  /** Such as "--since <time>" or "--no-rules". */
  readonly flags: string;
  readonly about: Texts;
  readonly isRequired?: boolean;
  /** Whether it may be given several times: its value is a list then, and undefined where it is not given. */
  readonly isRepeated?: boolean;
  /** Whether the help leaves it out: it is for the program itself. */
  readonly isHidden?: boolean;
}

export function argument(name: string, english: string, japanese: string, values: Values = {}): Argument {
  return { name, about: [english, japanese], ...values };
}

export function option(
  flags: string,
  english: string,
  japanese: string,
  more: Omit<Option, "flags" | "about"> = {},
): Option {
  return { flags, about: [english, japanese], ...more };
}

// Options of several commands.

export const jsonOption = option("--json", "print in a form for programs", "プログラム用の形式で出力します");

export const tokenOption = option(
  "--token <token>",
  "access token; default: YAGURA_TOKEN, the config's",
  "トークン。既定は YAGURA_TOKEN か設定のもの",
);

export const typesOption = option(
  "--types <types>",
  "only these types, such as alert.*,short.report.*",
  "この種類だけ。例：alert.*,short.report.*",
);

/** Options of a command that answers something in a running monitor. */
export const answerOptions = [
  option(
    "--author <name>",
    "who answers; default: the name of the system's user",
    "答える人。既定はシステムのユーザー名です",
  ),
  tokenOption,
];

/** The chats that a setup asks about. */

/** Each with the setting that is its secret, which is asked first. */
export const chatSecrets = {
  slack: "url",
  discord: "url",
  line: "token",
  telegram: "token",
  ntfy: "topic",
  apprise: "url",
} as const;

export type ChatFormat = keyof typeof chatSecrets;

export const chatFormats = Object.keys(chatSecrets) as ChatFormat[];

interface ChatWords {
  readonly name: string;
  /** Where to find what is asked, step by step. */
  readonly help: string;
  /** What to look at where the service did not take the test message. */
  readonly hint: string;
  readonly settings: readonly ChatQuestion[];
}

interface ChatQuestion {
  /** The setting. */
  readonly key: string;
  readonly question: string;
  /** What is wrong with an answer that cannot be one. */
  readonly mistake: string;
  /** The value that the setting has where nobody says another one. */
  readonly usual?: string;
}

export type ChatsWords = Readonly<Record<ChatFormat, ChatWords>>;

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

// What the setup says of chats in English.

const noAddress = "this is no address; one begins with https://";

export const englishChats: ChatsWords = {
  slack: {
    name: "Slack",
    help: "Slack takes messages by an incoming webhook:\n1. At api.slack.com/apps make an app, from scratch, in your workspace.\n2. Switch on Incoming Webhooks there, and add one to a channel.\n3. Copy its address: https://hooks.slack.com/services/...",
    hint: "Is the webhook still there, and its channel? Who makes a new one gets another address.",
    settings: [
      {
        key: "url",
        question: "Address of the incoming webhook of Slack (it is not shown)",
        mistake: noAddress,
      },
    ],
  },
  discord: {
    name: "Discord",
    help: "Discord takes messages by a webhook of a channel:\n1. Open the channel's settings, then Integrations, then Webhooks.\n2. Make a webhook, and copy its address: https://discord.com/api/webhooks/...",
    hint: "Is the webhook still there? Its address has a number and a long text after it.",
    settings: [
      { key: "url", question: "Address of the webhook of Discord (it is not shown)", mistake: noAddress },
    ],
  },
  line: {
    name: "LINE",
    help: "LINE takes messages by the Messaging API of a LINE Official Account (LINE Notify is no more):\n1. Make an official account, and switch on the Messaging API in its settings.\n2. In the LINE Developers Console open its channel. On the tab Messaging API issue the long-lived channel access token.\n3. On the tab Basic settings find Your user ID: U and 32 characters. It is no LINE ID such as @name.\n4. Add the account as a friend on your telephone, or nothing arrives.",
    hint: "The token is that of the tab Messaging API, not the channel secret. The id is Your user ID of the same account, which you added as a friend.",
    settings: [
      {
        key: "token",
        question: "Channel access token, long-lived (it is not shown)",
        mistake: "this is no channel access token: it is a text of some 170 letters and digits",
      },
      {
        key: "to",
        question: "Whom to: Your user ID, or the id of a group or room",
        mistake:
          "this is no id: one is U (a user), C (a group) or R (a room) and 32 characters of 0-9 and a-f",
      },
    ],
  },
  telegram: {
    name: "Telegram",
    help: "Telegram takes messages by a bot:\n1. Write /newbot to @BotFather; it answers with the bot's token.\n2. Write a word to your bot, or add it to a group.\n3. Open https://api.telegram.org/botTOKEN/getUpdates in a browser and find chat, then id. That of a group begins with -.",
    hint: "Did you write to the bot before? It may not begin. A group's number begins with -.",
    settings: [
      {
        key: "token",
        question: "Token of the bot (it is not shown)",
        mistake: "this is no token of a bot: one looks like 123456:ABC-DEF...",
      },
      {
        key: "chat",
        question: "Number of the chat, or @ and the name of a public channel",
        mistake: "this is no chat: one is a number such as 123456789 or -1001234567890, or @channel",
      },
    ],
  },
  ntfy: {
    name: "ntfy (telephones)",
    help: "ntfy brings messages to telephones:\n1. Think of a topic that nobody guesses, such as yagura-4f9c2a71: whoever knows it can read along.\n2. Install the app ntfy, and subscribe to that topic.",
    hint: "Is it the server of your app, and is the topic free?",
    settings: [
      {
        key: "topic",
        question: "Topic (it is not shown)",
        mistake: "a topic has letters, digits, _ and -, at most 64",
      },
      { key: "url", question: "Address of the ntfy server", mistake: noAddress, usual: "https://ntfy.sh" },
    ],
  },
  apprise: {
    name: "Apprise (a hundred other services)",
    help: "An Apprise API of your own passes messages on to services that Yagura does not know:\n1. Run it, for example beside Yagura, and save the addresses of your services there under a key.\n2. Its address with the key is http://127.0.0.1:8000/notify/KEY",
    hint: "Does the API run, and does it know this key with at least one service?",
    settings: [
      {
        key: "url",
        question: "Address of the Apprise API with its key (it is not shown)",
        mistake: "this is no such address; one looks like http://127.0.0.1:8000/notify/KEY",
      },
    ],
  },
};

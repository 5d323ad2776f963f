/** Questions and answers of the setup in English. */
import type { NamedStock } from "../draft.ts";

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

// The chats that a setup asks about.

const noAddress = "this is no address; one begins with https://";

const englishChats = {
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
} satisfies Readonly<Record<string, ChatWords>>;

export type ChatFormat = keyof typeof englishChats;
export type ChatsWords = Readonly<Record<ChatFormat, ChatWords>>;

interface MailMistakes {
  readonly server: string | undefined;
  readonly address: string | undefined;
}

const services = {
  market: "the market data",
  forum: "the forum",
  statistics: "the statistics",
};
type Service = keyof typeof services;

const listed = (stocks: readonly NamedStock[]) =>
  stocks.map(({ code, name }) => (name === undefined ? code : `${code} ${name}`)).join(", ");

export const englishSetup = {
  title: "Yagura: setting up",
  cancelled: "Ended: nothing was written.",
  terminal: { yes: "Yes", no: "No", pickHint: "space chooses, enter confirms" },
  noTerminal: (options: string) =>
    `there is no terminal to ask on, and no answer for ${options}; --yes takes the defaults for all of them`,
  whatNow: "What now?",
  again: "Answer again",
  keep: "Keep this answer all the same",
  later: "Leave it for now; `yagura init` asks again",
  willWrite: (folder: string) => `The files go to ${folder}. Nothing is written before the last question.`,
  isThere: (file: string) =>
    `${file} is there: its answers are shown, and only what you answer otherwise changes.`,
  hasMistakes: (file: string, mistakes: string) =>
    `${file} has mistakes and stays as it is; the answers go into a new file beside it.\n${mistakes}`,
  keys: "Esc goes back to the question before, Ctrl-C ends.",
  about: {
    market:
      "Market data is the J-Quants API (V2) of JPX, the Japan Exchange Group: margin alerts and short-sale reports. You make an account, choose a plan and get a key at https://jpx-jquants.com/ . What a plan is worth here:\n  free      neither of the two, and data twelve weeks old: good for a look\n  light     neither of the two\n  standard  both, on the day\n  premium   both, and more requests a minute\nIts terms: for private use by individuals, and the data may not be handed on.",
    forum:
      "The forum is the message boards of Yahoo! Finance Japan (Yahoo!ファイナンス). Its terms do not allow programs to read it without leave of its operator. So it stays off until you say that you have that leave.",
    statistics:
      "The statistics are the Bank of Japan's time-series data search site (日本銀行 時系列統計データ検索サイト). It needs no account. The bank asks whoever publishes something made with them to name it as the source.",
  },
  services: {
    market: "Market data (J-Quants API of JPX): do you have an account?",
    forum: "Forum (Yahoo!ファイナンス): comments and their ranking. Do you want it?",
    statistics: "Statistics (Bank of Japan): time series. Do you want them?",
  },
  forumLeave: "Do you have the operator's leave to read the forum by a program?",
  forumLeaveMissing:
    "the forum's terms do not allow programs to read it without leave: say --forum-leave if you have that leave, or --no-forum-leave",
  forumOff: "Without leave the forum stays off: nothing is asked of it.",
  kinds: {
    real: "Yes: ask the real service",
    simulated: "Not now: play it with made-up data",
    none: "Leave it out",
  },
  address: {
    market: "Address of the market service, with its version at the end",
    forum: "Address of the forum's site, without a path",
    statistics: "Address of the statistics service's site",
  },
  noAddress: "this is no address: one begins with https:// or http://",
  key: "Key of the account (it is not shown)",
  keyOrKeep: "Key of the account (it is not shown; empty keeps the one that is there)",
  whichPlan: "The key opens margin alerts and short-sale reports. Which plan is it?",
  plans: {
    free: "free",
    light: "light",
    standard: "standard: 120 requests a minute",
    premium: "premium: 500 requests a minute",
  },
  trying: (service: Service) => `Asking ${services[service]} ...`,
  answers: (service: Service) => `An answer came from ${services[service]}.`,
  marketAnswers: (plan: string) =>
    `The key works. Margin alerts and short-sale reports are on the plan; requests are kept to those of ${plan}.`,
  lacks: (sources: readonly string[]) =>
    `The service does not give ${sources.join(", ")} to this account: left out. If you buy the add-on later, call \`yagura init\` again.`,
  planTooLow: (plan: string) =>
    `The key works, but its plan, ${plan}, has neither margin alerts nor short-sale reports: these are left out. On a larger plan call \`yagura init\` again.`,
  notAsked: {
    simulated: (service: Service) => `Simulated for now: ${services[service]}.`,
    none: (service: Service) => `Left out: ${services[service]}.`,
  },
  verdicts: {
    allowed: "it answers",
    simulated: "it is simulated",
    "key-refused": "The service does not accept the key. Copy it once more from your account's page.",
    "no-plan":
      "The account has no plan. Subscribe to one on the service's page; the free one will do for a start.",
    "plan-too-low": "The plan does not cover it.",
    "key-or-plan": "The service refuses the key or its plan, and does not say which.",
    "no-such-call": "There is no such call at this address. Does it end in the version, such as .../v2?",
    failed: "The service gave no usable answer. Is the address right, and the network there?",
  },
  stocks: "Which stocks matter to you? Codes or names, with commas between",
  stocksByCode: "Which stocks matter to you? Their codes, with commas between",
  whichStocks: (asked: string) => `Several stocks are called ${asked}: which do you mean?`,
  unclearStocks: (asked: string, found: readonly NamedStock[]) =>
    `several stocks are called ${asked}: ${listed(found)}`,
  noStocks: (unknown: readonly string[], isListed: boolean) =>
    isListed
      ? `The market's list has none of these: ${unknown.join(", ")}`
      : `These are no codes: ${unknown.join(", ")}. A code has four characters, such as 7203 or 130A.`,
  noStock: "At least one stock is needed: the mails are about your stocks.",
  watching: (stocks: readonly NamedStock[]) => `Your stocks: ${listed(stocks)}`,
  mailTo: "Mail address for the alerts (empty: no mail, they stay in a folder)",
  mailExample: "you@example.jp",
  mailServer: "Mail server (empty: no server, mails become files in data/outbox)",
  mailUser: "Login at the mail server (empty: it asks for none)",
  mailPasswordOrKeep: (user: string) =>
    `Password of ${user} (it is not shown; empty keeps the one that is there)`,
  mailHints: {
    server: "The mail server cannot be reached. Are its name and port those of your provider?",
    login:
      "The mail server wants another login. Some providers want an app password, or the whole address as the user.",
    sender: "The mail server does not take this sender: mostly it has to be the address of the login.",
    address: "The mail server does not take this address. Is it written right?",
  },
  // The settings' own words say more, in this language.
  mailMistakes: { server: undefined, address: undefined } as MailMistakes,
  noServerForLogin: "a login needs a mail server: name it in --smtp",
  mailPassword: (user: string) => `Password of ${user} (it is not shown)`,
  noMail: "No mail leaves this machine: each one becomes a file in data/outbox.",
  sendingTo: (addresses: readonly string[]) => `Sending a test message to ${addresses.join(", ")} ...`,
  sent(address: string, { way, note }: { readonly way?: string; readonly note?: string }) {
    const how = [way, note].filter((text) => text !== undefined).join("; ");
    return `Sent to ${address}${how === "" ? "" : `: ${how}`}. Is it there?`;
  },
  notSent: (address: string) => `The test message to ${address} did not arrive:`,
  chat: "Shall a chat have the alerts, too?",
  noChat: "No",
  chatAsItIs: "As it is",
  chats: englishChats as ChatsWords,
  chatFormats: (names: string) => `this is none of ${names}, none`,
  links: "Where will you open the links in messages: to see, acknowledge or silence an alert?",
  linksHere: (url: string) => `On this machine alone: ${url}`,
  linksElsewhere: "On other devices, such as a telephone: the page has an address of its own",
  noLinks: "Nowhere: messages without links",
  publicUrl: "Address of the page as those devices reach it",
  noPublicUrl: "this is no address of a page: one looks like https://yagura.example.jp",
  linksAreHere: "Messages have links, which open on this machine alone.",
  linksAreElsewhere: (listens: string) =>
    `Messages have links. The monitor itself listens at ${listens}: a proxy or tunnel has to lead from that address to it (docs/operating.md, Behind a proxy with TLS).`,
  noLinksTold: "Messages have no links. They can be had later: `yagura init`, or publicUrl in the settings.",
  hours: "When may messages come?",
  always: "At any time",
  someHours: "At some hours; the rest waits until they begin",
  hoursAsTheyAre: "As the file says",
  between: "From when to when, in Japan",
  tradingDays: "On trading days alone?",
  noHours: "hours look like 07:30-22:00, or are the word always",
  portTaken: (port: number, next: number) =>
    `Another program has port ${port}: the page will be at port ${next}.`,
  stillWrong: (mistakes: string) => `The files are written, but do not start yet:\n${mistakes}`,
  written: "The files:",
  files: { written: "written    ", kept: "as it was  ", beside: "beside it  " },
  polled: "What will be polled:",
  polls: (polls: number) => `at most ${polls} times a day`,
  nextPoll: (time: string) => `once at the start, next ${time}`,
  simulatedPolls: "simulated: every two seconds, a business day every minute until it has reached today",
  requests: ({ aDay, aMinute, allowed }: { aDay: number; aMinute: number; allowed: number }) =>
    `Requests to the market service: at most ${aDay} a day, ${aMinute} in the busiest minute; the plan allows ${allowed} a minute.`,
  isSimulated: (names: readonly string[]) =>
    `SIMULATED: ${names.join(", ")}. What they tell is made up and says so; it is sent to no real mail server and to no chat outside.`,
  mayExpect: "Read the last four weeks from the services, to say how many mails to expect?",
  expecting: "Reading the last four weeks, and playing the rules on them: this takes up to a minute ...",
  mailsExpected: ({ mean, most, days }: { mean: number; most: number; days: number }) =>
    `Mails to expect: ${mean} a day, as in the last ${days} days, and ${most} on the busiest of them. What the forum says comes on top.`,
  mailsUnknown:
    "Mails to expect: nobody can say it beforehand. As a rough guide: with thirty stocks in a simulated month these rules sent 2 to 10 mails a trading day.",
  restart: "A monitor that runs with these files takes the new settings when it is started again.",
  start: "Start the monitor now?",
  next: (file: string) =>
    `To start: npx yagura run --config ${file}\nTo change answers: npx yagura init. To look after it: npx yagura check, and docs/operating.md`,
};

export type Words = typeof englishSetup;

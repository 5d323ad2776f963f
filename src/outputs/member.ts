/** The interface of the family: all that an output answers. A member that leaves something out does not compile. */
import type * as z from "zod";
import type { Problem } from "../lib/problem.ts";
import type { Device, DeviceBook } from "../model/devices.ts";
import type { Event, EventDraft, LogEntry, LogReader } from "../model/event.ts";
import type { EventTypes, LostType } from "../model/event-types.ts";
import type { LastClose } from "../model/holding.ts";
import type { CompanyName, Language, Worded } from "../model/language.ts";
import type { MailDraft, MailRemains, UnmailedReason } from "../model/mail.ts";
import type { Notification, ToldAlert } from "../model/notification.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { TemplateSteps } from "./letter/templates/template-steps.ts";
import type { MadeOutput, OutputParts } from "./output.ts";

/** Something wrong or odd about a value of its settings. */
export interface SettingFinding {
  /** Keys to the value, within its section. */
  readonly at: readonly (string | number)[];
  readonly message: string;
  readonly suggestion?: string;
}

/** Folders that relative and missing paths of the settings are made from. */
export interface SettingFolders {
  /** Folder of the config file. */
  readonly file: string;
  /** Folder of the database by default. */
  readonly data: string;
}

/** Addresses of pages about an alert, or about what may be done with it. */
export interface AlertLinks {
  /** The alert on the page. */
  readonly alert: string;
  readonly why: string;
  readonly acknowledge: string;
  readonly silence: string;
  /** Where a receiver says what it was worth. */
  readonly rate: string;
}

/** Values of an item's past, the oldest first, each under its day. */
export interface PastValues {
  /** Name of the field, such as `ratio`. */
  readonly field: string;
  readonly points: readonly (readonly [day: string, value: number])[];
}

/** Facts that messages are made of, besides what the log has. */
export interface MessageFacts {
  /** Address of the monitor's page, as the monitor itself knows it. */
  readonly monitorUrl: string;
  /** Address at which people reach the page, without a slash at its end; absent: the settings have none. */
  readonly publicUrl?: string | undefined;
  /** Address of the service's page of a stock, with `{code}` in it. */
  readonly stockPage?: string | undefined;
  /** Links about an alert for a receiver such as email:desk; undefined: there are none. */
  readonly links?: ((alert: LogEntry, receiver: string) => AlertLinks | undefined) | undefined;
  /** The names of a stock's company; undefined: they are not known. */
  readonly nameOf?: ((code: string) => CompanyName | undefined) | undefined;
  /** The last close of a stock that is known at a moment, ms since 1970; undefined: none is. */
  readonly closeOf?: ((code: string, at: number) => LastClose | undefined) | undefined;
  /** Finds an entry of the log by its number; undefined where it is not kept any more. */
  readonly entryAt?: ((seq: number) => LogEntry | undefined) | undefined;
  /** Names the item of a source's event, the same for all events about it; undefined: it is about none. */
  readonly itemKey?: ((event: Event) => string | undefined) | undefined;
  /** Values that the item of an event had up to it; undefined: it has no number that is worth a line. */
  readonly pastOf?: ((event: LogEntry) => PastValues | undefined) | undefined;
  /** What the service of an event asks whoever shows its data to say; undefined: nothing. */
  readonly creditOf?: ((event: Event) => Worded | undefined) | undefined;
  /** The watchlists as they are now. */
  readonly watchlists: Watchlists;
  readonly types: EventTypes;
}

/** A notification that becomes a message to an address of its receiver. */
export interface AskedMessage extends MessageFacts {
  readonly notification: Notification;
  /** Steps that people's templates may take for all messages of this turn; absent: this message is alone. */
  readonly templateSteps?: TemplateSteps;
  /** Whether what an alert tells is the simulator's. */
  isSimulated(told: ToldAlert): boolean;
}

/** The devices that signed up under the name of a receiver. */
export type SignedUp = (name: string) => readonly Pick<Device, "name" | "id">[];

/**
 * Deliveries that are committed with their alerts as rows of the outbox. The output takes its own rows from there and
 * sends them until done or given up.
 */
export interface Queued<Settings> {
  /**
   * Addresses behind a name of `notify`; none where there is no such name.
   * @param devices those that signed up under a name; left out: nobody knows of any
   */
  addresses(settings: Settings, name: string, devices?: SignedUp): readonly string[];
  /**
   * The delivery to one of them. Pure: replays ask again. Its `messageId` is the same for the same name of the
   * notification and address, and one that no other output makes; texts that the output does not need are empty.
   */
  draft(settings: Settings, asked: AskedMessage, address: string): MailDraft;
  /** Whether an address gets one delivery about an event, for the gravest of the alerts that ask for one. */
  readonly isOneACause: boolean;
  /** Reason why alerts of simulated services are not sent to an address; undefined: they are sent. */
  withheld(settings: Settings, address: string): UnmailedReason | undefined;
  /** Whether its messages are read on other machines than this one. */
  leaves(settings: Settings): boolean;
  /** These reasons in words, for `why`. */
  readonly withheldWords: Readonly<Record<UnmailedReason, Worded>>;
  /** Type of the news of a delivery that was given up; its item names the address. */
  readonly failure: LostType;
  /** News of its own deliveries that were damaged in the database; others may be among the remains. */
  damaged(remains: readonly MailRemains[], events: LogReader): EventDraft[];
}

export interface TrialResult {
  readonly address: string;
  readonly ok: boolean;
  /** The answer, or why there is none. */
  readonly message: string;
  /** The way that it took, and how long: encryption, login, seconds. */
  readonly way?: string;
  /** A remark on that way. */
  readonly note?: string;
  /** The part of the settings that was wrong, where the answer says so. */
  readonly about?: "server" | "login" | "sender" | "address" | undefined;
}

export interface TrialOptions {
  readonly simulated: boolean;
  /** ms since 1970. */
  readonly now: number;
  /** What the database keeps for outputs that send to devices; rejects where it cannot be read. Left out: nothing. */
  kept?(): Promise<DeviceBook>;
  /** Address at which people reach the page. */
  readonly publicUrl?: string | undefined;
}

/** The message that `yagura send-test` sends. */
interface Trial<Settings> {
  /** @param only the address that a person named instead of the configured ones */
  addresses(settings: Settings, only: string | undefined): readonly string[];
  /** Never throws; no answer holds a secret. */
  send(settings: Settings, address: string, how: TrialOptions): Promise<TrialResult>;
}

/** A message of an output as a test of rules sees it. */
export type Frame = Readonly<Record<string, unknown>>;

/** The part of an output that a test of rules sees, without a network. */
export interface Staged {
  /** Sends what was committed. */
  wake(): void;
  /** Frames since the last call. */
  take(): Frame[];
}

/** Where the port of the monitor listens, and whom it lets in. */
interface Listener {
  readonly host: string;
  readonly port: number;
  readonly tokens: readonly string[];
  /** Tokens with which one may act; none: all of them. */
  readonly operators: readonly string[];
  /** Tokens in addresses of `/calendar.ics`; none: there is no calendar. */
  readonly calendarTokens: readonly string[];
  /** Origins of other sites whose pages may call. */
  readonly origins: readonly string[];
  /** Addresses and networks of proxies whose forwarded address counts. */
  readonly trustProxy: readonly string[];
  /** Connections that may be open. */
  readonly maxConnections: number;
}

/**
 * @typeParam Schema of its section
 * @typeParam Settings what the section says, ready to use
 */
export interface OutputMember<
  Name extends string = string,
  Schema extends z.ZodType = z.ZodType,
  Settings = unknown,
> {
  /** The key of its section in the settings, its scheme in `notify`, and the end of its events' source. */
  readonly name: Name;
  /** Description for editors. */
  readonly about: string;
  /** The form of its section; a file without the section must do. */
  readonly schema: Schema;
  /** Keys of the section whose values are secret. */
  readonly secrets: readonly string[];
  /** Lists that are empty where their one entry is a variable with an empty default, and that variable is not set. */
  readonly mayBeUnset: Readonly<Record<string, string>>;
  /** Makes paths absolute and fills in what depends on where the file lies. */
  resolve(written: z.output<Schema>, folders: SettingFolders): Settings;
  /** Values that it would refuse at the start. */
  mistakes(settings: Settings): SettingFinding[];
  /** Mistakes in files that its section names, with their places; it goes on without those files. Never throws. */
  fileMistakes(settings: Settings): Promise<readonly Problem[]>;
  /** @param simulated names of the watched services whose data is made up */
  warnings(settings: Settings, simulated: readonly string[]): SettingFinding[];
  /** Names that rules may write in `notify`; undefined: it has every alert anyway, or none by name. */
  readonly notify:
    | {
        readonly about: string;
        readonly example: `${Name}:${string}`;
        names(settings: Settings): readonly string[];
        /** Language of messages to receivers that have none of their own. */
        language(settings: Settings): Language;
      }
    | undefined;
  /** Undefined: it reads the log, or keeps nothing for later. */
  readonly queued: Queued<Settings> | undefined;
  /** The port at which programs and people reach the monitor; undefined: its section says nothing of that. */
  listens(settings: Settings): Listener | undefined;
  create(settings: Settings, parts: OutputParts): Promise<MadeOutput<Settings>>;
  /** Tells a person why it did not start, as `NAME: message`. */
  refusal(error: NodeJS.ErrnoException, settings: Settings): string;
  /** Longest time that it may take to stop; all outputs stop one after the other, within ten seconds. */
  readonly stopMs: number;
  /** Undefined: there is nothing to send for a try. */
  readonly trial: Trial<Settings> | undefined;
  readonly testing:
    | {
        /** @param asked what the test subscribes to */
        open(
          asked: Readonly<Record<string, unknown>> | undefined,
          parts: Pick<OutputParts, "events" | "types" | "compileFilter" | "watchlists">,
        ): Staged;
      }
    | undefined;
}

/** A member, its types kept. */
export function member<const Name extends string, Schema extends z.ZodType, Settings>(
  one: OutputMember<Name, Schema, Settings>,
): OutputMember<Name, Schema, Settings> {
  return one;
}

/** The section `email` of the settings: its form, what it means, and what is odd about it. */
import { resolve } from "node:path";
import * as z from "zod";
import { isLoopback, reservedName } from "../../lib/http/url.ts";
import { filledText } from "../../lib/yaml/validate-yaml.ts";
import { languages } from "../../model/language.ts";
import type { SettingFinding, SettingFolders } from "../member.ts";
import type { OAuth2 } from "./access-tokens.ts";
import { parseDestination } from "./destination.ts";

/** Empty, as an environment that sets none leaves it, it is absent. */
const smtpUrl = z
  .string()
  .refine((text) => text === "" || isSmtpUrl(text), {
    // The text may hold a password, so it is not repeated.
    error: "this must be smtp://user:password@host:port, smtps://... or file:FOLDER",
  })
  .transform((text) => (text === "" ? undefined : text))
  .meta({
    pattern: "^($|file:.|smtps?://.)",
    examples: ["smtp://user:password@mail.example.com:587", "file:../data/outbox"],
  });

function isSmtpUrl(text: string): boolean {
  if (/^file:./.test(text)) return true;
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  return new URL(text).hostname !== "";
}

const addressForm = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

const address = z
  .string()
  .regex(addressForm, { error: "this is no mail address; one looks like trader@example.com" })
  .describe("mail address")
  .meta({ examples: ["trader@example.com"] });

const bareAddress = addressForm.source.slice(1, -1);
const senderForm = new RegExp(`^\\s*(${bareAddress}|[^<>\\r\\n]*<${bareAddress}>)\\s*$`);

/** An address, or `Name <address>`. */
const sender = z
  .string()
  .regex(senderForm, { error: "this is no sender; one looks like Yagura <yagura@example.com>" })
  .meta({ examples: ["Yagura <yagura@example.com>"] });

const recipientName = z.string().regex(/^[\p{L}\p{N}_-]+$/u, {
  error: "a recipient's name holds letters, digits, - and _",
});

/** Token services of the big providers, and what their tokens are asked for. */
const providers = {
  google: { accessUrl: "https://oauth2.googleapis.com/token", scope: undefined },
  microsoft: {
    accessUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    scope: "https://outlook.office.com/SMTP.Send offline_access",
  },
} as const;

const providerNames = Object.keys(providers) as (keyof typeof providers)[];

const tokenService = z
  .string()
  .refine(isSafeUrl, { error: "this must be an address that begins with https://" })
  .meta({ examples: ["https://login.example.com/oauth2/token"] });

/** Secrets go there: in plain only to this machine. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

const told = filledText();

const oauth2 = z
  .strictObject({
    provider: z
      .enum(providerNames)
      .optional()
      .describe("provider whose token service and scope are known: google or microsoft"),
    user: told.describe("the mailbox that mails are sent from").meta({ examples: ["desk@example.com"] }),
    clientId: told.describe("id of Yagura as an application at the provider"),
    clientSecret: told.optional().describe("its secret, where the provider gave one"),
    refreshToken: told.describe("the right to send as the user, as the provider gave it"),
    accessUrl: tokenService.optional().describe("address of another token service, or of a tenant's own"),
    scope: told.optional().describe("what tokens are asked for, where that is not the provider's default"),
  })
  .refine(({ provider, accessUrl }) => provider !== undefined || accessUrl !== undefined, {
    error: "either `provider` or `accessUrl` is needed",
  })
  .transform(({ provider, ...own }): OAuth2 => {
    const { accessUrl = "", scope } = provider === undefined ? {} : providers[provider];
    return { ...own, accessUrl: own.accessUrl ?? accessUrl, scope: own.scope ?? scope };
  });

export const emailSchema = z
  .strictObject({
    smtp: smtpUrl
      .optional()
      .describe("mail server, or file:FOLDER for one .eml a mail; by default data/outbox beside the rules"),
    oauth2: oauth2
      .optional()
      .describe("login by OAuth2 in the place of a password, for providers that take no passwords"),
    sendSimulated: z
      .boolean()
      .default(false)
      .describe("whether alerts of simulated services go to a mail server that is not on this machine"),
    language: z
      .enum(languages)
      .default("en")
      .describe("language of the mails: en or ja; a receiver under `alerts` may have another one"),
    templates: filledText()
      .optional()
      .describe("folder of templates for mails, such as alert.html; a mail without one is the built-in mail")
      .meta({ examples: ["templates"] }),
    from: sender.default("Yagura <yagura@localhost>").describe("sender of the mails"),
    recipients: z
      .record(recipientName, z.array(address))
      .default({})
      .describe("who gets mail: a name for rules' notify, with its addresses")
      .meta({ examples: [{ desk: ["trader@example.com"] }] }),
  })
  // Without the section mails are files, so that the rules that ship have their recipient.
  .prefault({ recipients: { desk: ["trader@example.com"] } });

type Written = z.output<typeof emailSchema>;

/** Settings of mails, ready to use. */
export interface EmailSettings extends Written {
  /** The folder of `file:FOLDER` is absolute. */
  readonly smtp: string;
  /** Absolute. */
  readonly templates?: string | undefined;
}

export function resolveEmail(settings: Written, { file, data }: SettingFolders): EmailSettings {
  const { templates } = settings;
  const written = templates === undefined ? settings : { ...settings, templates: resolve(file, templates) };
  const { smtp = `file:${resolve(data, "outbox")}` } = written;
  if (!smtp.startsWith("file:")) return { ...written, smtp };
  // file:///srv/outbox is written too; file:../outbox starts at the config file's folder.
  return { ...written, smtp: `file:${resolve(file, smtp.slice("file:".length).replace(/^\/\//, ""))}` };
}

/** Values that the output would refuse at the start. */
export function emailMistakes({ smtp, oauth2, recipients }: EmailSettings): SettingFinding[] {
  try {
    const destination = parseDestination(smtp, oauth2 !== undefined);
    const logsInTwice =
      oauth2 !== undefined && destination.kind === "smtp" && destination.login !== undefined;
    const message = "the address of the mail server has a login, and `oauth2` is another one: leave one out";
    return [...(logsInTwice ? [{ at: ["smtp"], message }] : []), ...unreached(smtp, recipients)];
  } catch (error) {
    return [{ at: ["smtp"], message: (error as Error).message }];
  }
}

/** Addresses that a real mail server could only send back: whoever reads them would wait in vain. */
function unreached(smtp: string, recipients: EmailSettings["recipients"]): SettingFinding[] {
  if (!isRealMailServer(smtp)) return [];
  return Object.entries(recipients).flatMap(([name, addresses]) =>
    addresses.flatMap((each, index): SettingFinding[] => {
      const reserved = reservedName(each.slice(each.lastIndexOf("@") + 1));
      if (reserved === undefined) return [];
      const message = `no mail reaches ${each}: ${reserved} is a name for examples`;
      const suggestion =
        "write the address of a person; the settings that ship take it from YAGURA_MAIL_TO in the environment";
      return [{ at: ["recipients", name, index], message, suggestion }];
    }),
  );
}

/** Whether mails leave this machine: neither a folder nor a server on the loopback interface takes them. */
export function isRealMailServer(smtp: string): boolean {
  const destination = parseDestination(smtp);
  return destination.kind === "smtp" && !isLoopback(destination.host);
}

export function emailWarnings(settings: EmailSettings, simulated: readonly string[]): SettingFinding[] {
  const { smtp, sendSimulated, oauth2, recipients } = settings;
  const toNobody = Object.entries(recipients).flatMap(([name, addresses]): SettingFinding[] =>
    addresses.length > 0
      ? []
      : [{ at: ["recipients", name], message: `\`email:${name}\` has no address: nobody gets its mails` }],
  );
  const isUnused = oauth2 !== undefined && smtp.startsWith("file:");
  if (isUnused)
    return [{ at: ["oauth2"], message: "mails go to a folder, where nobody logs in" }, ...toNobody];
  if (!isRealMailServer(smtp)) return toNobody;
  const which = `alerts of simulated services (${simulated.join(", ")})`;
  const ofSimulated: SettingFinding = sendSimulated
    ? { at: ["sendSimulated"], message: `${which} are mailed, too` }
    : {
        at: ["smtp"],
        message: `${which} are not mailed to a real mail server`,
        suggestion: "`sendSimulated: true` under `email` mails them, too",
      };
  return [...(simulated.length > 0 ? [ofSimulated] : []), ...toNobody];
}

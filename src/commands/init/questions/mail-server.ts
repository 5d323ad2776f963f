/** The mail server as people name it: its host, or a whole address. */

export interface MailServer {
  /** As the settings write it; with a login it is a secret. */
  readonly smtp: string;
  readonly hasLogin: boolean;
  readonly isFolder: boolean;
}

const tlsPort = "465";

/** Whether a text says everything: a folder, or an address with its login. */
export function isWhole(text: string): boolean {
  return text.startsWith("file:") || (/^smtps?:\/\//.test(text) && text.includes("@"));
}

/** Whether a server on this machine is meant, which asks for no login. */
export function isNear(text: string): boolean {
  return /^(smtps?:\/\/)?(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\/?$/i.test(text);
}

/**
 * The server's address with its login. Port 465 speaks TLS from the beginning, every other one after the greeting.
 * Characters that mean something in an address are encoded.
 */
export function mailServer(text: string, login: { user: string; password: string } | undefined): MailServer {
  const isFolder = text.startsWith("file:");
  if (isFolder || isWhole(text)) return { smtp: text, hasLogin: !isFolder, isFolder };
  // What speaks another language is no mail server, and is told so.
  if (/^(?!smtps?:)[a-z][a-z\d+.-]*:\/\//i.test(text)) return { smtp: text, hasLogin: false, isFolder };
  const [, written, host = text] = /^(smtps?):\/\/(.*)$/.exec(text) ?? [];
  const scheme = written ?? (host.endsWith(`:${tlsPort}`) ? "smtps" : "smtp");
  if (login === undefined) return { smtp: `${scheme}://${host}`, hasLogin: false, isFolder };
  const { user, password } = login;
  const smtp = `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}`;
  return { smtp, hasLogin: true, isFolder };
}

/** The server without its login, as it may be shown; undefined where nothing can be shown. */
export function shownServer(smtp: string): string | undefined {
  if (smtp.startsWith("file:")) return undefined;
  return URL.canParse(smtp) ? `${new URL(smtp).protocol}//${new URL(smtp).host}` : undefined;
}

/** The user of a login within an address. */
export function userIn(smtp: string): string | undefined {
  if (!URL.canParse(smtp)) return undefined;
  const { username } = new URL(smtp);
  return username === "" ? undefined : decodeURIComponent(username);
}

/** The destination of mails: a mail server, or a folder of .eml files. */
import { fileURLToPath } from "node:url";
import { isLoopback } from "../../lib/http/url.ts";
import { isBlank } from "../../lib/text/tame.ts";

export interface SmtpDestination {
  readonly kind: "smtp";
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). */
  readonly secure: boolean;
  /** Whether a connection that cannot be upgraded to TLS is refused. */
  readonly requireTls: boolean;
  /** Whether the server's certificate must be valid. */
  readonly verifyTls: boolean;
  readonly login?: { readonly user: string; readonly password: string };
}

interface FolderDestination {
  readonly kind: "folder";
  readonly folder: string;
}

export type Destination = SmtpDestination | FolderDestination;

const options = ["requireTLS", "tls.rejectUnauthorized"];

/**
 * Reads `smtp://user:password@host:port`, `smtps://...` or `file:FOLDER`. Throws an Error that never repeats
 * what was given, since a password may stand in it.
 *
 * A login goes over TLS only, unless `?requireTLS=false` says otherwise. On the loopback interface neither
 * TLS nor a valid certificate is asked for: nobody stands between.
 *
 * @param logsInByToken whether there is a login besides one in the text
 */
export function parseDestination(text: string, logsInByToken = false): Destination {
  if (text.startsWith("file:")) return { kind: "folder", folder: folderOf(text) };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
    throw new Error(
      "not a mail server: smtp://user:password@host:port, smtps://... or file:FOLDER is wanted",
    );
  }
  const unknown = [...url.searchParams.keys()].find((key) => !options.includes(key));
  if (unknown !== undefined) {
    throw new Error(`unknown option "${unknown}" of the mail server; known are ${options.join(" and ")}`);
  }
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const far = !isLoopback(host);
  const login = loginOf(url, text);
  return {
    kind: "smtp",
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: !secure && flag(url, "requireTLS", far && (login !== undefined || logsInByToken)),
    verifyTls: flag(url, "tls.rejectUnauthorized", far),
    ...(login ? { login } : {}),
  };
}

/** The destination in words that may be logged. */
export function describeDestination(destination: Destination): string {
  if (destination.kind === "folder") return `file:${destination.folder}`;
  const { secure, host, port } = destination;
  return `${secure ? "smtps" : "smtp"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function folderOf(text: string): string {
  const folder = text.startsWith("file://") ? fileURLToPath(text) : text.slice("file:".length);
  if (folder === "") throw new Error("file: without a folder");
  return folder;
}

function loginOf(url: URL, text: string): SmtpDestination["login"] {
  if (!/^\w+:\/\/[^/?#]*@/.test(text)) return undefined;
  const login = decodedLogin(url);
  // Without its user it would be no login, and without a login the way there need not be encrypted.
  if (isBlank(login.user) || isBlank(login.password))
    throw new Error("the login of the mail server has no user or no password");
  return login;
}

function decodedLogin({ username, password }: URL) {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Error("user or password of the mail server is not percent-encoded");
  }
}

function flag(url: URL, name: string, otherwise: boolean): boolean {
  const value = url.searchParams.get(name);
  if (value === null) return otherwise;
  if (value !== "true" && value !== "false") throw new Error(`${name} of the mail server is true or false`);
  return value === "true";
}

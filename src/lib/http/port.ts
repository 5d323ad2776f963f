/** A port that serves several rooms: what each of them answers there, and who asks. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** What a caller may do: read as the feed's clients do, or act on the monitor as well. */
export type Right = "read" | "act";

/** Who was let in. */
export interface Caller {
  readonly right: Right;
  /** Name of its token, which does not give it away; absent: it showed none. */
  readonly token?: string;
  /** Name of the person whose token it is; absent: it is nobody's alone. */
  readonly person?: string;
  /** When its session ends, ms since 1970; absent: it has none. */
  readonly until?: number;
}

/** An answer as it is sent. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The body by gzip, for whoever takes it; absent: there is none. */
  readonly gzip?: Buffer;
}

/** A path that everybody may GET, with a token or without. */
export interface OpenRoute {
  readonly path: string;
  answer(call: OpenCall): HttpAnswer | Promise<HttpAnswer>;
}

interface OpenCall {
  /** Whether it shows a right token where one is needed: strangers are told less. */
  asks(): "stranger" | "friend";
  /** Where the port is reached: by the address that people have, and by the one that was asked for. */
  addresses(): readonly URL[];
  readonly query: URLSearchParams;
  /** Whether a text is one of some tokens; waits where its address has guessed. */
  isAmong(token: string, tokens: readonly string[]): Promise<boolean>;
}

export interface JsonCall {
  readonly query: URLSearchParams;
  /** The parsed body of a POST; undefined for a GET. Untrusted. */
  readonly body: unknown;
  /** Whether its caller may act on the monitor, also where the route asks for less; absent: no. */
  readonly mayAct?: boolean;
  /** Name of the person whose token it came with; absent: the settings name none. */
  readonly person?: string;
}

/** A call for the page and for commands that act on a running monitor. */
export interface JsonRoute {
  /** What its caller must be allowed to. */
  readonly right: Right;
  readonly method: "GET" | "POST";
  /** A path such as /control/release. */
  readonly path: string;
  /** The largest body of a POST; left out: that of a call with a few words. */
  readonly mostBytes?: number;
  /** An error is answered 500 without details, and reported. */
  answer(call: JsonCall): Promise<{ status: number; body: unknown }> | { status: number; body: unknown };
}

/** A path whose answer to a GET is written bit by bit, for whoever may read. */
export interface StreamRoute {
  readonly path: string;
  /** Writes the answer; the headers that all answers have are set. */
  answer(response: ServerResponse, visitor: Visitor): void;
}

/** A look at a page that people open, or a form that they send from it. */
export interface PageCall {
  /** A HEAD is a GET. */
  readonly method: "GET" | "POST";
  readonly query: URLSearchParams;
  /** Fields of a POST; none for a GET. Untrusted, as the query is. */
  readonly form: URLSearchParams;
}

/** A page of its own. It needs no token: whether its address is right it finds itself. */
export interface PageRoute {
  readonly path: string;
  /** The page may load the stylesheet of the monitor's page, and send forms to itself. An error is answered 500. */
  answer(call: PageCall): Promise<PageAnswer> | PageAnswer;
}

export interface PageAnswer {
  readonly status: number;
  /** A whole document. */
  readonly html: string;
}

/** A path where HTTP ends and another protocol begins. */
export interface Upgrade {
  readonly path: string;
  /** What is there, as a sentence about it begins: "The feed". */
  readonly about: string;
  /** Clients offer it, or none. */
  readonly subprotocol: string;
  /** Takes over the socket of a request that was let in. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, visitor: Visitor): void;
  /** Drops all sockets: the port closes, and they had their time to end. */
  drop(): void;
}

/** Who comes to stay for a while: by an upgrade, or for an answer that is written bit by bit. */
export interface Visitor extends Caller {
  readonly query: URLSearchParams;
  /** Address that it comes from, as text. */
  readonly address: string;
  /** Calls where its session is signed out or over. The answer forgets that. */
  whenSignedOut(end: () => void): () => void;
}

/**
 * What a machine that only follows is asked to do, as it passes it on to the one that writes: plain data. Whoever asks was
 * let in where it asked.
 */
export type PassedCall = { readonly path: string; readonly query: string } & (
  | ({ readonly kind: "call" } & Pick<JsonCall, "body" | "mayAct" | "person">)
  | { readonly kind: "form"; readonly form: string }
);

/** Where acts are done that are asked for here. Rejects where that machine does not answer. */
export type PassOn = (call: PassedCall) => Promise<PassedAnswer>;

/** What a call or a form was answered. */
export type PassedAnswer = { readonly status: number; readonly body: unknown } | PageAnswer;

/** A room's part of a port; what is left out it has not. */
export interface Guest {
  readonly open?: readonly OpenRoute[];
  readonly routes?: readonly JsonRoute[];
  readonly streams?: readonly StreamRoute[];
  readonly pages?: readonly PageRoute[];
  readonly upgrade?: Upgrade;
}

/** A port as its guests know it. */
export interface Port {
  /** Its number; 0 before it listens. */
  readonly number: number;
  /** The tokens that it lets in. */
  readonly tokens: readonly (Pick<Caller, "person"> & { readonly token: string })[];
  /** Serves a guest from now on. */
  welcome(guest: Guest): void;
}

export function jsonAnswer(status: number, body: unknown): HttpAnswer {
  return { status, contentType: "application/json; charset=utf-8", body: JSON.stringify(body) };
}

export function textAnswer(status: number, text: string, headers: Record<string, string> = {}): HttpAnswer {
  return { status, contentType: "text/plain; charset=utf-8", body: `${text}\n`, headers };
}

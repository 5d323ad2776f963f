/** The port of the monitor: listens, lets in who may come, and serves what its guests answer there. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../lib/clock.ts";
import type {
  Guest,
  JsonRoute,
  OpenRoute,
  PageRoute,
  PassOn,
  Port,
  StreamRoute,
  Upgrade,
} from "../lib/http/port.ts";
import { authority } from "../lib/http/url.ts";
import { known } from "../model/fields.ts";
import { readPageFiles } from "./answer.ts";
import { createHttpSide, type HttpSide } from "./http-side.ts";
import { createClientAddress, type HostRules } from "./request.ts";
import { createSessionConnections, createSessionCookie } from "./session-cookie.ts";
import { createSessions, type Meta } from "./sessions.ts";
import { createTokenGuard, type Entitled, tokenRights } from "./token-guard.ts";
import { createUpgradeSide, type UpgradeSide } from "./upgrade.ts";

/** Where a port listens, and whom it lets in: settings. */
export interface PortSettings extends HostRules, Entitled {
  /** 0: any free one. */
  readonly port: number;
  /** Addresses and networks of proxies whose forwarded address counts. */
  readonly trustProxy: readonly string[];
  /** Connections that guests may have by upgrades. */
  readonly maxConnections: number;
}

export interface PortParts {
  readonly clock: Clock;
  readonly meta: Meta;
  /** Id of the database. */
  readonly epoch: string;
  /** Address at which people reach the page; its host may be asked for. */
  readonly publicUrl: string | undefined;
  /** Folder of the page's files. */
  readonly webFolder: string;
  /** Where acts are done that are asked for here; left out: here. */
  readonly passOn?: PassOn | undefined;
  /** Called with the address of each wrong token. Must not throw. */
  wrongToken(address: string): void;
  /** Called where nobody else can be told: a route or the server threw. Must not throw. */
  failed(what: string, error: unknown): void;
}

export interface ServedPort extends Port {
  /** Listens. Rejects with node's error (EADDRINUSE, EACCES, ENOENT of a page file). */
  start(): Promise<void>;
  /** Does what was asked for at another machine, which let in who asked. Rejects with what the route throws. */
  readonly passed: PassOn;
  /** Takes nothing new, waits for open sockets, then drops them; done within the deadline. */
  stop(deadlineMs: number): Promise<void>;
}

export function createPort(settings: PortSettings, parts: PortParts): ServedPort {
  const { host, origins } = settings;
  const { clock, publicUrl, failed } = parts;
  const addressOf = createClientAddress(settings.trustProxy);
  const cookie = createSessionCookie(publicUrl);
  const connections = createSessionConnections(clock, cookie);
  const guard = createTokenGuard({
    ...settings,
    ...{ clock, addressOf, cookie },
    sessions: createSessions(parts),
    wrongToken: parts.wrongToken,
  });
  const guests = createGuests();
  const sides = {
    host,
    // A proxy passes on the address that people asked for.
    origins: publicUrl === undefined ? origins : [...origins, publicUrl],
    ...{ publicUrl, guard, connections, cookie, addressOf, failed, passOn: parts.passOn },
    ...guests.served,
  };
  let listener: Listener | undefined;
  return {
    get number() {
      return listener?.port ?? 0;
    },
    tokens: tokenRights(settings).held.map(({ name, person }) => ({
      token: name,
      ...(person && { person: person.name }),
    })),
    welcome: guests.welcome,
    passed: createPassed(guests.served),
    async start() {
      guests.welcome({ open: await readPageFiles(parts.webFolder) });
      listener = await listen({
        ...{ host, port: settings.port, failed },
        maxSockets: settings.maxConnections + spareSockets,
        http: createHttpSide(sides),
        upgrade: createUpgradeSide(sides),
      });
    },
    async stop(deadlineMs) {
      guard.stop();
      await listener?.close(deadlineMs, clock, guests.drop);
    },
  };
}

/** Tells a person why a port could not be listened on. */
export function portRefusal(
  { code, message }: NodeJS.ErrnoException,
  settings: Pick<PortSettings, "host" | "port">,
): string {
  const address = authority(settings);
  if (code === "EADDRINUSE") return `${address} is in use: stop what listens there, or set feed.port`;
  if (code === "EACCES" || code === "EADDRNOTAVAIL") return `cannot listen on ${address}: ${message}`;
  return `feed: ${message}`;
}

/** What all guests answer. */
function createGuests() {
  const open = new Map<string, OpenRoute>();
  const routes: JsonRoute[] = [];
  const streams: StreamRoute[] = [];
  const pages: PageRoute[] = [];
  const upgrades: Upgrade[] = [];
  return {
    served: { open, routes, streams, pages, upgrades },
    welcome(guest: Guest) {
      for (const route of guest.open ?? []) open.set(route.path, route);
      routes.push(...(guest.routes ?? []));
      streams.push(...(guest.streams ?? []));
      pages.push(...(guest.pages ?? []));
      if (guest.upgrade) upgrades.push(guest.upgrade);
    },
    drop() {
      for (const upgrade of upgrades) upgrade.drop();
    },
  };
}

/** Does what other machines pass on. */
function createPassed({ routes, pages }: ReturnType<typeof createGuests>["served"]): PassOn {
  return async (call) => {
    const query = new URLSearchParams(call.query);
    if (call.kind === "form") {
      const page = pages.find(({ path }) => path === call.path);
      const form = new URLSearchParams(call.form);
      return page?.answer({ method: "POST", query, form }) ?? noSuchCall;
    }
    const route = routes.find(({ path, method }) => path === call.path && method === "POST");
    const { body, mayAct, person } = call;
    return route?.answer({ query, body, ...known({ mayAct, person }) }) ?? noSuchCall;
  };
}

/** A machine of another version may ask for more. */
const noSuchCall = { status: 404, body: { error: "the machine that writes has no such call" } };

/** For the HTTP side, for handshakes, and for telling those who are too many. */
const spareSockets = 256;

/** A listening port. */
interface Listener {
  readonly port: number;
  /** Takes nothing new, waits for open sockets, then drops them through `dropRest`; done within the deadline. */
  close(deadlineMs: number, clock: Clock, dropRest: () => void): Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly maxSockets: number;
  readonly http: HttpSide;
  readonly upgrade: UpgradeSide;
  failed(what: string, error: unknown): void;
}

/** Listens, and drops who is slow to ask. Rejects with node's error when the port cannot be had. */
async function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer(
    // A handshake or request that is sent half and then left costs a socket for this long only.
    {
      headersTimeout: 10_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 5_000,
    },
    options.http,
  );
  server.maxConnections = options.maxSockets;
  server.on("upgrade", options.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  server.removeAllListeners("error");
  server.on("error", (error) => options.failed("server", error));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: (deadlineMs, clock, dropRest) =>
      new Promise((resolve) => {
        const cancel = clock.after(deadlineMs, () => {
          dropRest();
          server.closeAllConnections();
        });
        server.close(() => {
          cancel();
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

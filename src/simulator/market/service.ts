/** The market data service, in either dialect. */
import { createHmac } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import { jsonReply, onlyGet, type Reply, type Request, type Service, withETag } from "../http/service.ts";
import { businessDay } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";
import {
  type AccountPlan,
  type AddOn,
  type CallQuery,
  CallRefusal,
  type Endpoint,
  type FileEndpoint,
  type FoundDays,
  isBare,
  newestDate,
  parseQuery,
} from "./endpoint.ts";
import {
  addOnRequestsPerMinute,
  createPlanLimiter,
  mayCall,
  neededFor,
  type Rights,
  requestsPerMinute,
  withinPlan,
} from "./plans.ts";
import { createSignedFiles } from "./signed-files.ts";

/** Differences between the documented and the observed service, besides their records. */
export interface MarketDialect {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** Calls that give addresses of files; none by default. */
  readonly files?: Readonly<Record<string, FileEndpoint>>;
  readonly rights: Rights;
  readonly pageSize: PageSize;
  /** Answer to a call that does not exist. */
  readonly unknownCall: { status: number; message: string };
  readonly missingKey: { status: number; message: string };
  readonly wrongKey: { status: number; message: string };
  /** Message about a plan that is too low for a call. */
  readonly lowPlan: (plan: AccountPlan, needed: AccountPlan) => string;
  /** Whether an account that goes on far above its limit is shut out for some minutes. */
  readonly blocks: boolean;
  /** Calls that have a limit of their own, the same on every plan. */
  readonly ownLimits: Readonly<Record<string, number>>;
  /** Whether a call that a date would do for gets the newest day when it has no parameter at all. */
  readonly newestByDefault: boolean;
  /** Whether plans reach only so far back, and dates outside are refused. */
  readonly windows: boolean;
  /** Stands beside `data` in answers with pages, where the service has it. */
  readonly cursor: boolean;
}

export interface MarketOptions {
  readonly dialect: MarketDialect;
  readonly seed: number;
  /** Records a page; what the dialect has by default. */
  readonly pageRows: number | undefined;
  readonly plan: AccountPlan;
  /** What the account has besides its plan. */
  readonly addOns: readonly AddOn[];
  /** The only key that is taken; any by default. */
  readonly apiKey: string | undefined;
  /** Limits of an account's requests; a refusal may say when to come back. */
  readonly limits: { retryAfter: boolean } | undefined;
  readonly clock: Clock;
}

export function createMarketService(world: World, moment: () => number, options: MarketOptions): Service {
  const { dialect } = options;
  const pageSize = options.pageRows === undefined ? dialect.pageSize : { rows: options.pageRows };
  const paging = createPaging(options.seed, pageSize);
  const admit = createDoor(options);

  const signed = createSignedFiles(options.seed, options.clock);

  const readRows = (endpoint: Endpoint, path: string, asked: CallQuery, at: number): unknown => {
    const query = dialect.windows ? withinPlan(world, options.plan, asked, at) : asked;
    const found = endpoint.find(world, query, at, options.plan);
    if (found.length === 0 && endpoint.noDataStatus !== undefined)
      throw new CallRefusal(endpoint.noDataStatus, "There is no data yet.");
    if (!("pagination_key" in endpoint.parameters)) return { data: found.slice(0) };
    const { paginationKey, cursor: _, ...rest } = asked;
    const place = endpoint.place?.(world, query, at);
    const page = paging.cut(found, `${path} ${JSON.stringify(rest)}`, paginationKey, place?.from);
    if (!page.pagination_key) {
      const end = endpoint.endsWithNull ? { pagination_key: null } : {};
      return { ...page, ...end, ...(place?.cursor === undefined ? {} : { cursor: place.cursor }) };
    }
    return dialect.cursor && !place ? { ...page, cursor: page.pagination_key } : page;
  };

  const read = (endpoint: Endpoint | FileEndpoint, { path, query: given, base }: Request): unknown => {
    const at = moment();
    const asked = askedOf(world, dialect, endpoint, given, at);
    if ("find" in endpoint) return readRows(endpoint, path, asked, at);
    return endpoint.answer(world, asked, at, (name) => signed.addressOf(base, name));
  };

  const fileEndpoints = Object.values(dialect.files ?? {});
  const readFile = (name: string) => {
    for (const endpoint of fileEndpoints) {
      const file = endpoint.file(world, name);
      if (file) return file;
    }
    return undefined;
  };

  const answer = onlyGet((request) => {
    try {
      const file = signed.reply(request, readFile);
      if (file) return file;
      const endpoint = admit(request);
      return jsonReply(200, read(endpoint, request));
    } catch (error) {
      if (error instanceof CallRefusal) return refusalReply(error);
      throw error;
    }
  });
  return withETag(answer);
}

/** Reads the parameters of a request. Throws a Refusal (400) for such as do not make a query. */
function askedOf(
  world: World,
  { newestByDefault }: MarketDialect,
  endpoint: Endpoint | FileEndpoint,
  given: URLSearchParams,
  at: number,
): CallQuery {
  const { parameters, anyOf, refused = [], apart = [], check } = endpoint;
  const both = apart.find((pair) => pair.every((name) => given.get(name)?.trim()));
  if (both) throw new CallRefusal(400, `'${both[0]}' cannot be combined with '${both[1]}'.`);
  const unwanted = refused.find((name) => given.get(name)?.trim());
  if (unwanted) throw new CallRefusal(400, `'${unwanted}' is not a parameter of this API.`);
  const date =
    newestByDefault && !check && "find" in endpoint && isBare(given)
      ? newestDate(world, endpoint, at)
      : undefined;
  if (anyOf && date === undefined && !anyOf.some((name) => given.get(name)?.trim()))
    throw new CallRefusal(400, `This API requires at least one of: ${anyOf.join(", ")}.`);
  const asked = {
    ...parseQuery(given, parameters, endpoint.codes ?? "stock"),
    ...(date === undefined ? {} : { date }),
  };
  check?.(asked, world.calendar.dateOf(businessDay(at)));
  return asked;
}

/** Lets a request in to its endpoint. Throws a Refusal for one that may not. */
function createDoor(options: MarketOptions): (request: Request) => Endpoint | FileEndpoint {
  const { dialect, plan, limits, clock, apiKey, addOns } = options;
  const calls = new Map(Object.entries({ ...dialect.endpoints, ...dialect.files }));
  const limiter = createPlanLimiter(clock, requestsPerMinute[plan], dialect);
  const ownLimiters = new Map(
    Object.entries(dialect.ownLimits).map(([path, count]) => [
      path,
      createPlanLimiter(clock, count, dialect),
    ]),
  );
  const addOnLimiters = new Map(
    addOns.map((addOn) => [addOn, createPlanLimiter(clock, addOnRequestsPerMinute[addOn], dialect)]),
  );
  return ({ path, headers }) => {
    const endpoint = calls.get(path);
    if (!endpoint) throw refusalOf(dialect.unknownCall);
    const key = headers["x-api-key"]?.toString();
    if (!key) throw refusalOf(dialect.missingKey);
    if (apiKey !== undefined && key !== apiKey) throw refusalOf(dialect.wrongKey);
    if (plan === "none") throw new CallRefusal(403, "No active subscription found.");
    if (limits) {
      const apart = endpoint.addOn && addOnLimiters.get(endpoint.addOn);
      const waitMs = apart ? apart.refuse(key) : (limiter.refuse(key) ?? ownLimiters.get(path)?.refuse(key));
      if (waitMs !== undefined)
        throw new CallRefusal(
          429,
          "The rate limit of your plan has been exceeded.",
          limits.retryAfter ? { "retry-after": String(Math.ceil(waitMs / 1_000)) } : {},
        );
    }
    if (!mayCall(plan, dialect.rights, path) || (endpoint.addOn && !addOns.includes(endpoint.addOn)))
      throw new CallRefusal(403, dialect.lowPlan(plan, neededFor(dialect.rights, path)));
    return endpoint;
  };
}

function refusalOf({ status, message }: { status: number; message: string }): CallRefusal {
  return new CallRefusal(status, message);
}

function refusalReply({ status, message, headers }: CallRefusal): Reply {
  return jsonReply(status, { message }, headers);
}

// Pages of records. A pagination key is signed with the request it belongs to, so no other request can use
// it.

interface Page {
  data: readonly unknown[];
  pagination_key?: string;
}

interface PageSize {
  /** Records a page has at most. */
  readonly rows: number;
  /** Bytes after which a page is cut. */
  readonly bytes?: number;
}

interface Paging {
  /**
   * The part of the rows that the request asks for: after its key, or without one from a place on, 0 by default. Throws
   * a Refusal (400) for a key that was not handed out for it.
   */
  cut(found: FoundDays, request: string, key: string | undefined, from?: number): Page;
}

const step = 500;

export function createPaging(seed: number, size: PageSize): Paging {
  const keyOf = (request: string, offset: number) => {
    const sign = createHmac("sha256", `paging ${seed}`).update(`${request} ${offset}`).digest("base64url");
    return `${offset.toString(36)}.${sign.slice(0, 24)}`;
  };
  return {
    cut(found, request, key, from = 0) {
      const offset = key === undefined ? from : Number.parseInt(key, 36);
      if (key !== undefined && key !== keyOf(request, offset))
        throw new CallRefusal(400, "'pagination_key' is not valid for this request.");
      const data = take(found, offset, size);
      const next = offset + data.length;
      return next < found.length ? { data, pagination_key: keyOf(request, next) } : { data };
    },
  };
}

function take(
  found: FoundDays,
  offset: number,
  { rows, bytes = Number.POSITIVE_INFINITY }: PageSize,
): readonly unknown[] {
  if (bytes === Number.POSITIVE_INFINITY) return found.slice(offset, offset + rows);
  const data: unknown[] = [];
  let written = 0;
  for (let from = offset; from < found.length; from += step)
    for (const row of found.slice(from, from + step)) {
      written += Buffer.byteLength(JSON.stringify(row)) + 1;
      // A first row goes out however long it is: a page without one would never end.
      if (data.length >= rows || (data.length > 0 && written > bytes)) return data;
      data.push(row);
    }
  return data;
}

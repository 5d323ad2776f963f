/** The network of a day, without sockets: what the product sends over its connections is answered by the day's services. */
import { Readable } from "node:stream";
import type { Clock } from "../../../src/lib/clock.ts";
import type { Pool } from "../../../src/lib/http/exchange.ts";
import { defaultLimits } from "../../../src/lib/http/response.ts";
import {
  jsonReply,
  notFound,
  type Reply,
  type Service,
  withFaults,
} from "../../../src/simulator/http/service.ts";
import type { Service as ScriptedService } from "../../support/services/serve.ts";
import { isWithin, type ServiceFault, services } from "./plan.ts";

export const origin = "http://services.test";

export interface DayNetwork {
  readonly pool: Pool;
  /** Requests that wait for time to pass: nothing goes on there until it does. */
  readonly waiting: number;
}

/** @param now ms from the start of the day */
export function createNetwork(
  scripted: Readonly<Record<(typeof services)[number], ScriptedService>>,
  {
    faults,
    seed,
    clock,
    now,
  }: { faults: readonly ServiceFault[]; seed: number; clock: Clock; now: () => number },
): DayNetwork {
  let waiting = 0;
  const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    waiting += 1;
    return new Promise<void>((resolve, reject) => {
      const cancel = clock.after(ms, resolve);
      signal?.addEventListener("abort", () => {
        cancel();
        reject(signal.reason);
      });
    }).finally(() => {
      waiting -= 1;
    });
  };
  const plain = new Map(services.map((name) => [name, asReplies(scripted[name])]));
  const faulty = faults.map((fault, index) => ({
    fault,
    service: faultyService(fault, plain.get(fault.service), seed + index),
  }));
  return {
    get waiting() {
      return waiting;
    },
    pool: {
      async request({ path, headers, signal }) {
        const url = new URL(`${origin}${path}`);
        const name = services.find((one) => url.pathname.startsWith(`/${one}/`));
        const active = faulty.find(({ fault }) => fault.service === name && isWithin(now(), fault));
        const service = active?.service ?? plain.get(name ?? "market");
        const reply = service?.({
          method: "GET",
          path: url.pathname.slice(`/${name}`.length),
          query: url.searchParams,
          headers: headers as Record<string, string>,
          base: `${origin}/${name}`,
        });
        if (reply === undefined) throw networkError("ECONNREFUSED", "connect ECONNREFUSED");
        const { delivery } = reply;
        const abort = signal as AbortSignal | undefined;
        if (delivery === "never") {
          await wait(defaultLimits.headersTimeoutMs, abort);
          throw networkError("UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error");
        }
        if (typeof delivery === "object") await wait(delivery.delayMs, abort);
        return { statusCode: reply.status, headers: lowered(reply), body: bodyOf(reply) } as never;
      },
    },
  };
}

type FaultyService = (request: Parameters<Service>[0]) => Reply | undefined;

function faultyService(fault: ServiceFault, service: Service | undefined, seed: number): FaultyService {
  if (service === undefined) throw new Error(`no service ${fault.service}`);
  const { kind, probability } = fault;
  if (kind !== "down")
    return withFaults(service, fault.service, [{ service: fault.service, kind, probability }], seed);
  // Which requests find nobody is decided as for the other kinds.
  const refusing = withFaults(
    service,
    fault.service,
    [{ service: fault.service, kind: "empty", probability }],
    seed,
  );
  return (request) => {
    const reply = refusing(request);
    return reply.body === "" ? undefined : reply;
  };
}

/** A service of the tests in the form of the simulator's, whose faults it can then have. */
function asReplies(service: ScriptedService): Service {
  return ({ path, query, headers }) => {
    const answer = service({ path, query, headers });
    if (answer === undefined) return notFound();
    if (answer === "hang") return { ...jsonReply(200, {}), delivery: "never" };
    return { status: answer.status ?? 200, headers: answer.headers ?? {}, body: answer.body };
  };
}

function lowered({ headers }: Reply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function bodyOf({ body, delivery }: Reply): Readable {
  const whole = Buffer.from(body as string);
  if (delivery !== "cut") return Readable.from([whole]);
  return Readable.from(
    (function* () {
      yield whole.subarray(0, whole.length >> 1);
      throw networkError("UND_ERR_SOCKET", "other side closed");
    })(),
  );
}

function networkError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

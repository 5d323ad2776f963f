import { Failure } from "../failure.ts";
import type { HttpResponse } from "./response.ts";

const redirects = new Set([301, 302, 303, 307, 308]);

/** Finds the address that an answer redirects to; undefined if it does not. Throws a Failure for another origin or no address. */
export function redirectTarget(response: HttpResponse, asked: URL): URL | undefined {
  if (!redirects.has(response.status)) return undefined;
  const location = response.headers.location ?? "";
  const target = URL.canParse(location, asked.href) ? new URL(location, asked) : undefined;
  if (location !== "" && target?.origin === asked.origin) return target;
  // Only the origin is shown: paths and queries of strangers may carry anything.
  const to = target === undefined || location === "" ? "nowhere" : target.origin;
  throw new Failure("redirected", `${response.where} redirects to ${to}`, { status: response.status });
}

import type { Service } from "./http/service.ts";

interface Services {
  readonly market: Service;
  readonly forum: Service;
  readonly statistics: Service;
}

/** The services at the paths that they have on hosts of their own, for callers that can be told no path but only a host. */
export function createRoot({ market, forum, statistics }: Services): Service {
  return (request) => {
    const { path, base } = request;
    if (path.startsWith("/v2/")) return market({ ...request, path: path.slice(3), base: `${base}/v2` });
    return path.startsWith("/api/") ? statistics(request) : forum(request);
  };
}

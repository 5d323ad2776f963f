/** Sees what a client asks, so that a test can read the same answers as they came. */
import { createHttp, type Http } from "../../../src/lib/http/http.ts";
import { type Answer, get } from "../open-world.ts";

export interface AskedAgain {
  readonly http: Http;
  /** The answers to all that was asked since the last time, but the refused ones; time stands still meanwhile. */
  answers(): Promise<Answer[]>;
}

export function askAgain(): AskedAgain {
  const http = createHttp({ retries: 0 });
  let asked: { url: string; headers: Readonly<Record<string, string>> }[] = [];
  return {
    http: {
      get(url, request = {}) {
        asked.push({ url, headers: request.headers ?? {} });
        return http.get(url, request);
      },
    },
    async answers() {
      const all = await Promise.all(asked.map(({ url, headers }) => get(url, { ...headers })));
      asked = [];
      return all.filter(({ status }) => status === 200);
    },
  };
}

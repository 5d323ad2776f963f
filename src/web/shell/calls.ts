/** Calls of the monitor's port: what the page asks (`/api/...`) and what it does (`/control/...`, `/api/...`). */
/// <reference lib="dom" />
import { useEffect, useRef, useState } from "preact/hooks";

/** The monitor refused or failed; `status` is 0 where it did not answer at all. */
export class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Shown with each call: the monitor lets only the page that signed in act. Kept where no other server of the host sees it. */
const csrfHeader = "x-csrf-token";

/** A host may have other monitors under other paths. */
function csrfKey(): string {
  return `yagura.csrf.${new URL(".", location.href).pathname}`;
}

/** @param token undefined: there is none any more */
export function rememberCsrfToken(token: string | undefined): void {
  if (token === undefined) localStorage.removeItem(csrfKey());
  else localStorage.setItem(csrfKey(), token);
}

/** The JSON answer to a GET of `api/PATH`. Rejects with a CallError. */
export function ask<Answer>(path: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const asked = new URLSearchParams(query);
  return call<Answer>(asked.size > 0 ? `${path}?${asked}` : path, {});
}

/**
 * The JSON answer to a POST of JSON. Rejects with a CallError.
 * @param outlivesPage the call goes on where the page is left meanwhile; such calls take at most 64 KiB
 */
export function act<Answer>(path: string, body: object, { outlivesPage = false } = {}): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return call<Answer>(path, {
    ...{ method: "POST", headers, body: JSON.stringify(body) },
    ...(outlivesPage && { keepalive: true }),
  });
}

/** Deletes what is at a path. Rejects with a CallError. */
export function forget(path: string): Promise<unknown> {
  return call(path, { method: "DELETE" });
}

const refused = new EventTarget();

/** Calls whenever the monitor wanted a token that it did not get, or one with another right; the answer ends that. */
export function onRefused(heard: () => void): () => void {
  refused.addEventListener("refused", heard);
  return () => refused.removeEventListener("refused", heard);
}

async function call<Answer>(address: string, options: RequestInit): Promise<Answer> {
  const headers = { ...options.headers, [csrfHeader]: localStorage.getItem(csrfKey()) ?? "" };
  const response = await fetch(address, { ...options, headers, credentials: "same-origin" }).catch(
    (error: unknown) => {
      throw new CallError(0, String(error));
    },
  );
  const answer = await response.json().catch(() => ({}));
  const isRefused = response.status === 401 || (response.status === 403 && options.method === "POST");
  if (isRefused) refused.dispatchEvent(new Event("refused"));
  if (!response.ok) throw new CallError(response.status, String(answer.error ?? response.statusText));
  return answer as Answer;
}

export type Answered<Answer> =
  | { readonly state: "asking"; readonly before?: Answer }
  | { readonly state: "answered"; readonly answer: Answer }
  | { readonly state: "failed"; readonly error: CallError };

/** Between an answer and the next call: a lively feed must not have the monitor asked without end. */
const restMs = 300;

/** The last answer stays, also where the question changes twice before the next. */
function askedAnew<Answer>(last: Answered<Answer>): Answered<Answer> {
  if (last.state === "asking") return last;
  return last.state === "answered" ? { state: "asking", before: last.answer } : { state: "asking" };
}

interface Asking {
  readonly question: string;
  /** The monitor is asked, or has only just answered. */
  isUnderWay: boolean;
  /** The version changed meanwhile. */
  isDue: boolean;
}

/**
 * Asks when a view is shown and again when the question or `version` changes; the answer before stays until then. One
 * call is under way at a time, with a rest behind it: what takes longer than versions last is shown all the same.
 * @param version anything after which the answer may be another, such as a count of live events
 */
export function useAnswer<Answer>(
  path: string,
  query: Readonly<Record<string, string>> = {},
  version: string | number = 0,
): Answered<Answer> {
  const [answered, setAnswered] = useState<Answered<Answer>>({ state: "asking" });
  const current = useRef<Asking | undefined>(undefined);
  const question = JSON.stringify([path, query]);
  const begin = (asking: Asking) => {
    Object.assign(asking, { isUnderWay: true, isDue: false });
    setAnswered(askedAnew);
    const settle = (next: Answered<Answer>) => {
      if (current.current !== asking) return;
      setAnswered(next);
      setTimeout(() => {
        if (current.current !== asking) return;
        asking.isUnderWay = false;
        if (asking.isDue) begin(asking);
      }, restMs);
    };
    ask<Answer>(path, query).then(
      (answer) => settle({ state: "answered", answer }),
      (error: CallError) => settle({ state: "failed", error }),
    );
  };
  useEffect(() => {
    // The question stands for path and query, which are new objects each time.
    if (current.current?.question !== question)
      current.current = { question, isUnderWay: false, isDue: false };
    if (current.current.isUnderWay) current.current.isDue = true;
    else begin(current.current);
  }, [question, version]);
  useEffect(
    () => () => {
      current.current = undefined;
    },
    [],
  );
  return answered;
}

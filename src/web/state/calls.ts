/** Calls of the monitor's port: what the page asks (`/api/...`), and what it does (`/control/...`, `/api/...`). */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Language } from "../../model/language.ts";

/** The monitor refused or failed; `status` is 0 where it did not answer at all. */
export class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a call was rejected with; anything else is a bug and is shown as it is. */
export function callErrorOf(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError(-1, String(error));
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
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...(outlivesPage && { keepalive: true }),
  });
}

/** Deletes what is at a path. Rejects with a CallError. */
export function drop(path: string): Promise<unknown> {
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

export type CallState<Answer> =
  | { readonly state: "asking"; readonly before?: Answer }
  | { readonly state: "answered"; readonly answer: Answer }
  | { readonly state: "failed"; readonly error: CallError };

/** The answer, or the one before while a newer one is read; undefined: there is none. */
export function answerIn<Answer>(state: CallState<Answer>): Answer | undefined {
  if (state.state === "failed") return undefined;
  return state.state === "answered" ? state.answer : state.before;
}

/** Between an answer and the next call: a lively feed must not have the monitor asked without end. */
const restMs = 300;

/** The last answer stays, also where the question changes twice before the next. */
function askedAnew<Answer>(last: CallState<Answer>): CallState<Answer> {
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
): CallState<Answer> {
  const [answered, setAnswered] = useState<CallState<Answer>>({ state: "asking" });
  const current = useRef<Asking | undefined>(undefined);
  const question = JSON.stringify([path, query]);
  const begin = (asking: Asking) => {
    Object.assign(asking, { isUnderWay: true, isDue: false });
    setAnswered(askedAnew);
    const settle = (next: CallState<Answer>) => {
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

export function useEvery(ms: number): number {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTimes((before) => before + 1);
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
  return times;
}

interface Waiting {
  readonly language: Language;
  readonly name: string;
  give(): void;
}

/** Names of one call, and answers that are kept. */
const most = { asked: 100, kept: 3_000 };
const gatherMs = 40;

/** @param ask answers by name; what cannot be answered is left out. What it rejects with is dropped: the row shows less */
export function createGathered<Answer>(
  ask: (names: readonly string[], language: Language) => Promise<Readonly<Record<string, Answer>>>,
) {
  const known = new Map<string, Answer>();
  let waiting: Waiting[] = [];
  let timer = 0;
  const later = () => {
    if (timer === 0) timer = setTimeout(askSome, gatherMs) as unknown as number;
  };
  const askSome = () => {
    timer = 0;
    const [first] = waiting;
    if (first === undefined) return;
    const { language } = first;
    const names = new Set<string>();
    for (const one of waiting)
      if (one.language === language && (names.has(one.name) || names.size < most.asked)) names.add(one.name);
    const these = waiting.filter((one) => one.language === language && names.has(one.name));
    waiting = waiting.filter((one) => !these.includes(one));
    ask([...names], language).then(
      (answers) => {
        for (const [name, answer] of Object.entries(answers)) known.set(`${language} ${name}`, answer);
        for (const key of known.keys()) if (known.size > most.kept) known.delete(key);
        for (const { give } of these) give();
      },
      () => {},
    );
    if (waiting.length > 0) later();
  };

  /** The answer for a name; undefined until it came, and where there is none. */
  return (name: string | undefined, language: Language): Answer | undefined => {
    const key = `${language} ${name}`;
    const [, show] = useState(0);
    useEffect(() => {
      if (name === undefined || known.has(key)) return;
      const one: Waiting = { language, name, give: () => show((count) => count + 1) };
      waiting.push(one);
      later();
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    }, [key]);
    return known.get(key);
  };
}

/** What the reader may do here, and the session that a token gave them. */
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import { act, ask, CallError, drop, onRefused, rememberCsrfToken } from "./calls.ts";

/** Answer of `api/session`. */
interface Standing {
  /** null: a token is needed even to read. */
  readonly right: "read" | "act" | null;
  readonly hasTokens: boolean;
  /** When the session ends, ISO; absent: there is none. */
  readonly until?: string;
}

interface PageSession {
  /** Undefined before the first answer. */
  readonly standing: Standing | undefined;
  /** Grows with each sign-in: whatever was asked before is asked again. */
  readonly count: number;
  /** Rejects with a CallError for a token that is not right. */
  signIn(token: string): Promise<void>;
  signOut(): Promise<void>;
  /** Asks again what the reader may do. */
  look(): void;
}

const nobody: PageSession = {
  standing: undefined,
  count: 0,
  signIn: async () => {},
  signOut: async () => {},
  look: () => {},
};

export const SessionContext = createContext<PageSession>(nobody);

export function useSession(): PageSession {
  return useContext(SessionContext);
}

export function useMayAct(): boolean {
  return useSession().standing?.right === "act";
}

const path = "api/session";
/** A timer takes no longer time. */
const longestMs = 2 ** 31 - 1;

/** The session of this page; asked for at its start, where a call is refused, and when it ends. */
export function useOwnSession(): PageSession {
  const [standing, setStanding] = useState<Standing>();
  const [count, setCount] = useState(0);
  const look = useCallback(() => {
    // A monitor that does not answer says nothing about the reader's rights.
    ask<Standing>(path).then(setStanding, () => {});
  }, []);
  useEffect(() => {
    look();
    return onRefused(look);
  }, []);
  const until = standing?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(look, Math.min(longestMs, Date.parse(until) - Date.now() + 1_000));
    return () => clearTimeout(timer);
  }, [until]);
  return {
    standing,
    count,
    look,
    async signIn(token) {
      const { csrfToken } = await act<{ csrfToken: string }>(path, { token });
      rememberCsrfToken(csrfToken);
      setStanding(await ask<Standing>(path));
      setCount((last) => last + 1);
    },
    async signOut() {
      await drop(path);
      rememberCsrfToken(undefined);
      setStanding(await ask<Standing>(path));
      setCount((last) => last + 1);
    },
  };
}

/** Whether an error says that a token is not right. */
export function isWrongToken(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

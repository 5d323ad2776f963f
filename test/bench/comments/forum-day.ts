/** A day of fifty busy forums, and the service that serves them: everything follows from a seed and a hand clock. */
import type { Clock } from "../../../src/lib/clock.ts";
import type { Http } from "../../../src/lib/http/http.ts";
import { tokenOf } from "../../upstreams/forum/forum-site.ts";

export const codes = Array.from({ length: 50 }, (_, index) => String(7001 + index));
const hourMs = 3_600_000;
/** Comments of the busiest forum in its busiest hour; each of the others has a little less than the one before. */
const mostAnHour = 1_300;
const tokenLifeMs = 2 * hourMs;

/** The share of the peak that each hour of the day has: the session from 9 to 15:30, and the evening. */
const hours = [2, 1, 1, 1, 1, 2, 5, 15, 60, 100, 80, 60, 55, 75, 90, 70, 40, 30, 25, 25, 20, 15, 8, 4];

interface Posted {
  readonly part: number;
  readonly at: number;
}

export interface ForumDay {
  readonly http: Http;
  /** Calls so far, those for pages with tokens among them. */
  readonly calls: { comments: number; pages: number };
  /** All comments of a code up to now, oldest first. */
  posted(code: string): readonly Posted[];
}

export function createForumDay(clock: Clock, start: number, seed: number): ForumDay {
  const random = createRandom(seed);
  const all = new Map(codes.map((code, index) => [code, postedOn(start, mostAnHour * 0.9 ** index, random)]));
  const calls = { comments: 0, pages: 0 };
  let token = { text: "", endsAt: 0 };
  const posted = (code: string): readonly Posted[] => {
    const comments = all.get(code) ?? [];
    return comments.slice(0, firstAfter(comments, clock.now()));
  };

  const page = () => {
    calls.pages += 1;
    const endsAt = clock.now() + tokenLifeMs;
    token = { text: tokenOf(endsAt, calls.pages), endsAt };
    return { status: 200, body: `<script>window.__STATE__ = {"jwtToken":"${token.text}"}</script>` };
  };
  const comments = (query: URLSearchParams, given: string | undefined) => {
    calls.comments += 1;
    if (given !== token.text || clock.now() >= token.endsAt)
      return { status: 400, body: '{"message":"signature verification failed"}' };
    const known = posted(query.get("code") ?? "");
    const mid = Number(query.get("mid") ?? Number.POSITIVE_INFINITY);
    const upTo = known.findLastIndex(({ part }) => part <= mid) + 1;
    const items = known.slice(Math.max(0, upTo - Number(query.get("size"))), upTo).reverse();
    const totalSize = (known.at(-1)?.part ?? 0) + 3;
    const response = { totalSize, isError: false, items: items.map(({ part }) => rowOf(part)) };
    return { status: 200, body: JSON.stringify({ isSuccess: true, response }) };
  };

  return {
    calls,
    posted,
    http: {
      async get(address, request = {}) {
        const { pathname, searchParams } = new URL(address);
        const answer = pathname.endsWith("/forum")
          ? page()
          : comments(searchParams, request.headers?.["x-jwt-token"]);
        return { status: answer.status, headers: {}, body: Buffer.from(answer.body), where: pathname };
      },
    },
  };
}

/** Arrivals of a day: a Poisson process by the hour, with bursts of up to thirty within half a minute, and gaps in the numbers. */
function postedOn(start: number, peak: number, random: () => number): Posted[] {
  const comments: Posted[] = [];
  let part = Math.floor(random() * 100_000);
  // Before the day begins a full page is there.
  for (let count = 0; count < 60; count += 1) comments.push({ part: ++part, at: start - 1 });
  const post = (at: number) => {
    part += random() < 0.05 ? 2 : 1;
    comments.push({ part, at });
  };
  for (let at = start; at < start + hours.length * hourMs; ) {
    const anHour = (peak * (hours[Math.floor((at - start) / hourMs)] ?? 1)) / 100;
    const isBurst = random() < 0.01;
    const size = isBurst ? 5 + Math.floor(random() * 25) : 1;
    for (let count = 0; count < size; count += 1) post(at + (isBurst ? count * 1_000 : 0));
    // A burst takes up the time of its comments, so the hour has no more of them.
    const mean = (hourMs / Math.max(anHour, 0.1)) * size;
    at += Math.max(isBurst ? size * 1_000 : 1, -Math.log(1 - random()) * mean);
  }
  return comments;
}

function firstAfter(comments: readonly Posted[], now: number): number {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.at ?? 0) <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rowOf(part: number) {
  return {
    part,
    userId: `hash-${part % 97}`,
    userIcon: "",
    dispname: "kaze",
    infoLink: "",
    title: "",
    body: `Comment ${part}`,
    postDate: "2026/1/5 9:05",
    good: 0,
    bad: 0,
  };
}

/** Numbers from 0 up to 1. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

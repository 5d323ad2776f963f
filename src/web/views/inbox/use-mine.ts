/** What the monitor says of the reader: asked again every other second, so that an edited watchlist counts at once. */
import { useMemo, useRef } from "preact/hooks";
import type { MineAnswer } from "../../../model/page/mine.ts";
import { useEvery } from "../../parts/every.ts";
import { type CallError, useAnswer } from "../../shell/calls.ts";
import { type Mine, mineOf } from "./mine.ts";

const againMs = 2_000;

/** What is the reader's own, as one object until the answer changes; undefined before the first answer. */
export function useMine(): { readonly mine: Mine | undefined; readonly error: CallError | undefined } {
  const answered = useAnswer<MineAnswer>("api/mine", {}, useEvery(againMs));
  const answer = answered.state === "answered" ? answered.answer : undefined;
  const text = useMemo(() => answer && JSON.stringify(answer), [answer]);
  const last = useRef("");
  if (text !== undefined) last.current = text;
  const said = last.current;
  const mine = useMemo(() => (said === "" ? undefined : mineOf(JSON.parse(said))), [said]);
  return { mine, error: answered.state === "failed" ? answered.error : undefined };
}

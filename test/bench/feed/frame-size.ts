/** The event that all contenders send: its frame has as many bytes on the wire, whoever makes it. */
import { type EventDraft, numbered } from "../../../src/model/event.ts";

/** Of a whole frame with its head: a short alert. */
export const frameBytes = 305;

const place = { epoch: "e", seq: 10_000, time: "2026-11-20T03:00:00.000Z" };

/** An alert about a stock whose title fills the frame. */
export function sizedDraft(subject: string): EventDraft {
  const draft = (title: string): EventDraft => ({
    type: "alert.fired",
    source: "/rules/a",
    subject,
    data: { now: { rule: "a", title } },
  });
  return draft("x".repeat(Math.max(0, frameBytes - 4 - Buffer.byteLength(textOf(draft(""))))));
}

function textOf(draft: EventDraft): string {
  const json = JSON.stringify(numbered(draft, place).event);
  return `{"type":"event","id":"url","seq":${place.seq},"event":${json}}`;
}

export const frameText = textOf(sizedDraft("7203"));

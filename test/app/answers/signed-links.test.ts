/** Links in mails: the same for the same alert, and no other one is followed. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { alertLinks, createLinkKey, linkPath, readLink } from "../../../src/app/answers/signed-links.ts";
import { StoreError } from "../../../src/model/store-faults.ts";

const dayMs = 86_400_000;
const key = Buffer.alloc(32, 7);
const event = { id: "0a1b-814", time: "2026-11-20T08:31:02.123Z" };
const at = Date.parse(event.time) + dayMs;
const links = alertLinks(event, "email:desk", { publicUrl: "https://yagura.example.com/desk/", key });

function read(action: "alert" | "acknowledge" | "silence", url: string, when = at) {
  return readLink(action, new URL(url).searchParams, { key, at: when });
}

describe("A link", () => {
  it("leads below the public address, and says whose answer to what it is", () => {
    expect(links.silence).toMatch(/^https:\/\/yagura\.example\.com\/desk\/act\/silence\?/);
    expect(linkPath("silence")).toBe("/act/silence");
    expect(read("silence", links.silence)).toEqual({ ok: true, alert: event.id, receiver: "email:desk" });
    expect(links.why).toBe(`${links.alert}#why`);
  });

  it("is the same whenever it is asked for, and another one for another receiver", () => {
    expect(alertLinks(event, "email:desk", { publicUrl: "https://yagura.example.com/desk", key })).toEqual(
      links,
    );
    const other = alertLinks(event, "email:night", { publicUrl: "https://yagura.example.com/desk", key });
    expect(new URL(other.silence).searchParams.get("sig")).not.toBe(
      new URL(links.silence).searchParams.get("sig"),
    );
  });

  it("is not followed with any one character of its query changed, left out or added", () => {
    const { search } = new URL(links.acknowledge);
    const tried = new Set<string>();
    for (let place = 1; place < search.length; place += 1) {
      for (const sign of ["A", "b", "0", "9", "-", ""]) {
        tried.add(search.slice(0, place) + sign + search.slice(place + 1));
        tried.add(search.slice(0, place) + sign + search.slice(place));
      }
    }
    const same = new URLSearchParams(search).toString();
    const known = ["alert", "for", "until", "sig"] as const;
    const isSame = (query: string) => {
      const asked = new URLSearchParams(query);
      return known.every((name) => asked.get(name) === new URLSearchParams(same).get(name));
    };
    for (const query of tried) {
      if (isSame(query)) continue;
      expect([query, readLink("acknowledge", new URLSearchParams(query), { key, at })]).toEqual([
        query,
        { ok: false, why: "wrong", receiver: "" },
      ]);
    }
  });

  it("is not followed for another answer, or where it was signed with another key", () => {
    expect(read("silence", links.acknowledge)).toMatchObject({ ok: false, why: "wrong" });
    const strange = { key: Buffer.alloc(32, 8), at };
    expect(readLink("silence", new URL(links.silence).searchParams, strange)).toMatchObject({ why: "wrong" });
    expect(readLink("silence", new URLSearchParams(), { key, at })).toMatchObject({ why: "wrong" });
  });

  it("is good for thirty days after the alert, and then said to be old", () => {
    const end = Math.floor((Date.parse(event.time) + 30 * dayMs) / 1_000) * 1_000;
    expect(read("alert", links.alert, end)).toMatchObject({ ok: true });
    expect(read("alert", links.alert, end + 1)).toEqual({ ok: false, why: "old", receiver: "email:desk" });
  });
});

describe("The key of links", () => {
  const random = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, index) => index));

  function meta(first?: string) {
    let value = first;
    const set = (_: string, text: string) => {
      value = text;
    };
    const kept = { get: () => value, set };
    return { kept, value: () => value };
  }

  it("is made once, and the same after a restart", () => {
    const { kept } = meta();
    const made = createLinkKey(kept)();
    expect(made?.length).toBe(32);
    expect(createLinkKey(kept)()).toEqual(made);
  });

  it("is made anew where the kept one is damaged", () => {
    const { kept, value } = meta("short");
    expect(createLinkKey(kept, random)()).toEqual(random(32));
    expect(value()).toBe(random(32).toString("base64url"));
  });

  it("is none as long as it could not be kept, since its links would die with the process", () => {
    let isFull = true;
    const { kept } = meta();
    const set = (name: string, text: string) => {
      if (isFull) throw new StoreError("the disk is full");
      kept.set(name, text);
    };
    const keyOf = createLinkKey({ get: kept.get, set }, randomBytes);
    expect(keyOf()).toBeUndefined();
    isFull = false;
    expect(keyOf()).toEqual(createLinkKey(kept)());
  });
});

/** Going back in a conversation: what is asked again, what stands, and what is not found out twice. */
import { describe, expect, test } from "vitest";
import {
  Back,
  createSilentDialogue,
  createWayBack,
  type SetupDialogue,
} from "../../../../src/commands/setup/init/dialogue.ts";

const back = Symbol("back");

/** A person with answers in their order; a question that has none left fails the test. */
function personWith(...answers: (string | typeof back)[]) {
  const shown: string[] = [];
  const answer = async (question: string, initial = "") => {
    shown.push(initial === "" ? question : `${question} (${initial})`);
    const next = answers.shift();
    if (next === undefined) throw new Error(`nobody answers ${question}`);
    if (next === back) throw new Back();
    return next === "" ? initial : next;
  };
  const dialogue: SetupDialogue = {
    ...createSilentDialogue(),
    isPerson: true,
    text: ({ message, initial }) => answer(message, initial),
    choose: (message, _, initial) => answer(message, initial) as Promise<never>,
    secret: (message) => answer(message),
    tell: (_, text) => void shown.push(`! ${text}`),
  };
  return { way: createWayBack(() => dialogue), shown };
}

describe("back", () => {
  test("asks the question before once more, with the answer that was given", async () => {
    const { way, shown } = personWith("x", "y", back, "", "z");
    const all = await way.through(async () => [
      await way.dialogue.text({ message: "a" }),
      await way.dialogue.text({ message: "b" }),
      await way.dialogue.text({ message: "c" }),
    ]);
    expect(all).toEqual(["x", "y", "z"]);
    expect(shown).toEqual(["a", "b", "c", "b (y)", "c"]);
  });

  test("goes as far as the first question, which stays", async () => {
    const { way, shown } = personWith("x", back, back, "v", "w");
    const all = await way.through(async () => [
      await way.dialogue.text({ message: "a" }),
      await way.dialogue.text({ message: "b" }),
    ]);
    expect(all).toEqual(["v", "w"]);
    expect(shown).toEqual(["a", "b", "a (x)", "a (x)", "b"]);
  });

  test("finds nothing out twice but what depends on another answer now, and says nothing twice", async () => {
    const { way, shown } = personWith("x", "y", back, back, "u", "v", "w");
    const found: string[] = [];
    const find = (what: string) =>
      way.once(async () => {
        found.push(what);
        return what;
      });
    const all = await way.through(async () => {
      const a = await way.dialogue.text({ message: "a" });
      way.dialogue.tell("done", await find(`of ${a}`));
      const b = await way.dialogue.text({ message: "b" });
      return [a, b, await way.dialogue.text({ message: "c" })];
    });
    expect(all).toEqual(["u", "v", "w"]);
    expect(found).toEqual(["of x", "of u"]);
    expect(shown.filter((line) => line.startsWith("!"))).toEqual(["! of x", "! of u"]);
  });

  test("takes another way where an earlier answer leads there", async () => {
    const { way } = personWith("yes", "which", back, back, "no", "last");
    const all = await way.through(async () => {
      const more = await way.dialogue.text({ message: "more?" });
      const which = more === "yes" ? await way.dialogue.text({ message: "which?" }) : undefined;
      return [more, which, await way.dialogue.text({ message: "end?" })];
    });
    expect(all).toEqual(["no", undefined, "last"]);
  });

  test("leads nowhere once the questions are through", async () => {
    const { way, shown } = personWith("x", back, "y");
    await way.through(async () => way.dialogue.text({ message: "a" }));
    expect(await way.dialogue.text({ message: "after" })).toBe("y");
    expect(shown).toEqual(["a", "after", "after"]);
  });
});

describe("again", () => {
  const questions = async ({ way }: ReturnType<typeof personWith>, wrong: string, withNext = false) =>
    way.through(async () => {
      const [user, password, host] = [
        await way.dialogue.text({ message: "user" }),
        await way.dialogue.secret("password"),
        await way.dialogue.text({ message: "host" }),
      ];
      const isGood = await way.once(async () => user === "good");
      if (!isGood && (await way.dialogue.choose("what now?", [])) === "again") way.again(wrong, { withNext });
      return [user, password, host];
    });

  test("asks the one thing that was wrong, and leaves the other answers", async () => {
    const person = personWith("bad", "p", "h", "again", "good");
    expect(await questions(person, "user")).toEqual(["good", "p", "h"]);
    expect(person.shown).toEqual(["user", "password", "host", "what now?", "user (bad)"]);
  });

  test("asks what follows, too, where that depends on it", async () => {
    const person = personWith("bad", "p", "h", "again", "good", "q", "");
    expect(await questions(person, "user", true)).toEqual(["good", "q", "h"]);
    expect(person.shown.slice(4)).toEqual(["user (bad)", "password", "host (h)"]);
  });

  test("asks the latest question where the wrong one was not asked", async () => {
    const person = personWith("bad", "p", "h", "again", "i", "later");
    expect(await questions(person, "something else")).toEqual(["bad", "p", "i"]);
  });
});

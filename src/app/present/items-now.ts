/** The items of a source as they stand now, in parts that take a few milliseconds each. */
import type { StandingAnswers, StandingDates } from "../../model/standing.ts";
import type { ItemNow } from "../../outputs/present.ts";
import { isNewest, storedChange } from "../../pipeline/standing/stored-changes.ts";
import type { Store } from "../../store/store.ts";

const readAtOnce = 50;
/** Several stored bodies may be of one item; sources with more items than this have one of each. */
const mostCompared = 2_000;

/** Gives an item again where a newer stored body of it comes behind an older one. */
export function* itemsNow(
  source: string,
  answers: StandingAnswers,
  store: Pick<Store, "state" | "walk">,
): Generator<ItemNow[], void> {
  const given = new Map<string, StandingDates>();
  for (let after = { scope: "", key: "" }; ; ) {
    const { cursor } = store.state(source);
    // Before its baseline nothing of a source stands.
    if (cursor === undefined) return;
    const part = store.walk(source, after, readAtOnce);
    yield part.flatMap(({ body }) => {
      const change = storedChange(source, body, cursor, answers);
      if (change === undefined || !isNewest(change, given.get(change.key), answers)) return [];
      const { key, item } = change;
      given.delete(key);
      given.set(key, { occurred: item.occurred, published: item.published });
      if (given.size > mostCompared) given.delete(given.keys().next().value ?? "");
      return { ...item, key };
    });
    const last = part.at(-1);
    if (last === undefined || part.length < readAtOnce) return;
    after = last;
  }
}

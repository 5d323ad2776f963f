/** Rules about the stocks of the watchlists while no list has a stock: they are silent, and nobody notices. */
import { allWatched } from "../../model/watchlists.ts";
import type { LintedRule } from "./lint-rules.ts";

const asksForLists = /\bmine\s*\(|\bwatchlists\b/;

/** Told once a file, at the first rule that asks for a list. */
export function warnOfUnwatched({ written, rule, path, context }: LintedRule): void {
  const watched = rule.language.reference?.watched;
  if (watched === undefined || watched === "unknown" || !rule.isEnabled) return;
  const { when, notify } = written;
  const key = Object.entries({ when, notify }).find(
    ([, source]) => typeof source === "string" && asksForLists.test(source),
  )?.[0];
  if (key === undefined || allWatched(watched.watchlists).size > 0) return;
  if (!context.isFirstAbout("watchlists")) return;
  const message =
    key === "when"
      ? "no stock is on a watchlist, so no event meets this"
      : "no stock is on a watchlist, so nothing is sent";
  context.warn(
    context.yaml.at([...path, key]),
    message,
    "name your stocks under `watchlists` in the settings",
  );
}

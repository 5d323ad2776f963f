/** The registry of views, in the order of the menu. The first is shown where the address names none. */
import { alert } from "./alert/view.tsx";
import { bench } from "./bench/view.tsx";
import { deliveries } from "./deliveries/view.tsx";
import { ended } from "./ended/view.tsx";
import { inbox } from "./inbox/view.tsx";
import { rules } from "./rules/view.tsx";
import { series } from "./series/view.tsx";
import { sources } from "./sources/view.tsx";
import { stock } from "./stock/view.tsx";
import type { View } from "./view.ts";
import { watchlists } from "./watchlists/view.tsx";

export const views: readonly [View, ...View[]] = [
  inbox,
  ...[ended, watchlists, stock, series, rules, bench, sources, deliveries],
  alert,
];

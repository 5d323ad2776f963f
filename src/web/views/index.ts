/** The registry of views, in the order of the menu. The first is shown where the address names none. */
import { alertView } from "./alert/view.tsx";
import { benchView } from "./bench/view.tsx";
import { datesView } from "./dates/view.tsx";
import { deliveriesView } from "./deliveries/view.tsx";
import { endedView } from "./ended/view.tsx";
import { galleryView } from "./gallery/view.tsx";
import { inboxView } from "./inbox/view.tsx";
import { rulesView } from "./rules/view.tsx";
import { seriesView } from "./series/view.tsx";
import { sourcesView } from "./sources/view.tsx";
import { stockView } from "./stock/view.tsx";
import type { View } from "./view.ts";
import { watchlistsView } from "./watchlists/view.tsx";

export const views: readonly [View, ...View[]] = [
  inboxView,
  endedView,
  watchlistsView,
  datesView,
  stockView,
  seriesView,
  rulesView,
  galleryView,
  benchView,
  sourcesView,
  deliveriesView,
  alertView,
];

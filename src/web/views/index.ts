/** The registry of views, in the order of the menu. The first is shown where the address names none. */
import { inbox } from "./inbox/view.tsx";
import type { View } from "./view.ts";

export const views: readonly [View, ...View[]] = [inbox];

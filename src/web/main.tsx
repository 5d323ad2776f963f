/** The page: mounts the shell, which shows the view that the address names. */
/// <reference lib="dom" />
import { render } from "preact";
import { Shell } from "./shell/shell.tsx";
import { rememberedTheme, rememberTheme } from "./shell/theme.ts";

rememberTheme(rememberedTheme());
render(<Shell />, document.body);

// Browsers have it on addresses alone that nobody can tamper with: https, or this machine.
navigator.serviceWorker?.register("worker.js").catch(() => {});

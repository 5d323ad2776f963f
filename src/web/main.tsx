/** The page: mounts the shell, which shows the view that the address names. */
// Types of a browser, for all files of the page.
/// <reference lib="dom" />
import { render } from "preact";
import { Shell } from "./shell/shell.tsx";
import { rememberedTheme, rememberTheme } from "./state/reader.ts";
import { views } from "./views/index.ts";

rememberTheme(rememberedTheme());
render(<Shell views={views} />, document.body);

// Browsers have it on addresses alone that nobody can tamper with: https, or this machine.
navigator.serviceWorker?.register("worker.js").catch(() => {});

/** The page: mounts the shell, which shows the view that the address names. */
/// <reference lib="dom" />
import { render } from "preact";
import { Shell } from "./shell/shell.tsx";

render(<Shell />, document.body);

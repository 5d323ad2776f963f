// What `npm ci` runs at its end: builds the program, so that `npx yagura` works, where there is what it takes.
import { existsSync } from "node:fs";

const lacking = existsSync("src/main.ts")
  ? hasEsbuild()
    ? undefined
    : "esbuild is not installed"
  : "src is not here";
if (lacking === undefined) await import("./build.mjs");
else if (!existsSync("dist/main.js")) {
  console.error(`yagura: not built, since ${lacking}; \`npm run build\` does it later`);
}

/** It is a development dependency, which `--omit=dev` leaves out. */
function hasEsbuild() {
  try {
    import.meta.resolve("esbuild");
    return true;
  } catch {
    return false;
  }
}

/** Which part of the house may import which, and which package may be imported where. */

/** A part is a folder below src, or a file there. Each may import itself and what it names. */
export const floors: Record<string, readonly string[]> = {
  main: ["cli", "app", "lib"],
  cli: ["app", "lib"],
  app: [
    "app",
    "pipeline",
    "sources",
    "rules",
    "alerts",
    "outputs",
    "store",
    "config",
    "simulator",
    "client",
    "upstreams",
    "model",
    "lib",
  ],
  pipeline: ["model", "lib", "sources/source.ts", "outputs/output.ts"],
  sources: ["model", "upstreams", "lib"],
  rules: ["model", "upstreams", "lib"],
  alerts: ["model", "upstreams", "lib"],
  outputs: ["model", "upstreams", "lib"],
  store: ["model", "upstreams", "lib"],
  config: ["model", "upstreams", "lib"],
  simulator: ["lib"],
  web: ["client", "lib"],
  client: ["lib"],
  upstreams: ["model", "lib"],
  model: [],
  lib: [],
};

/** Members of these families do not know each other; the files directly in the family's folder are its own. */
export const families = ["sources", "outputs", "upstreams"];

/** Packages that only the named places may import; a place ends in / where a whole folder may. */
export const packages: Record<string, { places: readonly string[]; files?: number }> = {
  rxjs: { places: ["pipeline/", "app/", "app.ts", "lib/"] },
  ws: { places: ["outputs/feed/"], files: 1 },
  nodemailer: { places: ["outputs/email/"], files: 1 },
  "better-sqlite3": { places: ["store/"] },
  undici: { places: ["lib/", "app/"] },
};

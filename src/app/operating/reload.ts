/** A reload at a person's wish: everything that can change while the monitor runs is read again, and told in the log. */
import type { Config } from "../../config/config.ts";
import type { OwnLog } from "../../lib/log.ts";
import { logRefusal } from "../files/edits.ts";
import { readSettingsAgain } from "./read-settings-again.ts";

export interface ReloadParts {
  /** The config file as the person named it. */
  readonly path: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: OwnLog;
  /** The settings in effect. */
  current(): Config;
  /** Reads rules, tables and watchlists again as these settings have them; `told` is called once that is done. */
  takeRules(config: Config, told: (outcome: { ok: boolean; rules: number }) => void): void;
}

/** Reloads one after the other; the answer is called for each wish. */
export function createReload(parts: ReloadParts): () => Promise<void> {
  let turn = Promise.resolve();
  return () => {
    turn = turn.then(() => reload(parts));
    return turn;
  };
}

async function reload({ path, environment, log, current, takeRules }: ReloadParts): Promise<void> {
  const again = await readSettingsAgain(path, environment, current());
  if (again.ok) {
    const { config, taken, waiting } = again;
    log.level = config.log.level;
    log.info({ taken }, "reload: the settings were read");
    if (waiting.length > 0) log.warn({ settings: waiting }, "reload: these settings need a restart");
  } else {
    logRefusal(log, "reload: the settings were refused; those before them stay", again.problems);
  }
  takeRules(again.ok ? again.config : current(), ({ ok, rules }) => {
    if (ok) log.info({ rules }, "reload: rules, tables and watchlists were read");
    else log.warn({ rules }, "reload: the rules were refused; those before them stay");
  });
}

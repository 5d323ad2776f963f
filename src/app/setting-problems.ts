/** What is well-formed in the settings, and yet cannot work or is hardly meant. */
import type { Config } from "../config/config.ts";
import type { Locate } from "../config/load-config.ts";
import type { Problem } from "../lib/problem.ts";
import { reservedName } from "../lib/reserved-name.ts";
import { parseDestination } from "../outputs/email/destination.ts";
import { serviceOf } from "./record-sources.ts";
import { isSimulated, simulatedNames, type UpstreamName } from "./simulated.ts";
import { isRealMailServer } from "./simulated-mails.ts";

/** What the output of mails would refuse at the start. */
export function settingMistakes({ email }: Config, locate: Locate): Problem[] {
  try {
    parseDestination(email.smtp);
    return [];
  } catch (error) {
    const { severity: _, ...mistake } = locate(["email", "smtp"], (error as Error).message);
    return [mistake];
  }
}

/** @param locate makes a warning about a value of the file */
export function settingWarnings(config: Config, locate: Locate): Problem[] {
  const simulated = simulatedNames(config).filter((name) => isWatched(name, config));
  const isMixed = Object.keys(config.upstreams).some((name) => !isSimulated(config, name as UpstreamName));
  const mixed = isMixed ? simulated : [];
  return [
    ...mixed.map((name) =>
      locate(
        ["upstreams", name, "url"],
        `${name} is simulated beside real services: what its sources tell is made up`,
        `leave out the sources of ${name}, or say where the service is`,
      ),
    ),
    ...(isRealMailServer(config.email.smtp) ? mailWarnings(config, simulated, locate) : []),
  ];
}

function mailWarnings({ email }: Config, simulated: readonly UpstreamName[], locate: Locate): Problem[] {
  const { recipients, sendSimulated } = email;
  const which = `alerts of simulated services (${simulated.join(", ")})`;
  const held = sendSimulated
    ? locate(["email", "sendSimulated"], `${which} are mailed, too`)
    : locate(
        ["email", "smtp"],
        `${which} are not mailed to a real mail server`,
        "`sendSimulated: true` under `email` mails them, too",
      );
  const unreached = Object.entries(recipients).flatMap(([name, addresses]) =>
    addresses.flatMap((address, index) => {
      const reserved = reservedName(address.slice(address.lastIndexOf("@") + 1));
      if (reserved === undefined) return [];
      const message = `no mail reaches ${address}: ${reserved} is a name for examples`;
      return [locate(["email", "recipients", name, index], message)];
    }),
  );
  return [...(simulated.length > 0 ? [held] : []), ...unreached];
}

function isWatched(upstream: UpstreamName, config: Config): boolean {
  return Object.keys(config.sources).some((source) => serviceOf(source, config) === upstream);
}

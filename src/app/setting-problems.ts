/** What is well-formed in the settings, and yet cannot work or is hardly meant. */
import type { Config } from "../config/config.ts";
import type { Locate } from "../config/load-config.ts";
import type { Problem } from "../lib/problem.ts";
import { type OutputMember, type OutputName, outputMembers } from "../outputs/index.ts";
import type { SettingFinding } from "../outputs/member.ts";
import { serviceOf } from "./record-sources.ts";
import { isSimulated, simulatedNames, type UpstreamName } from "./simulated.ts";

/** What an output would refuse at the start. */
export function settingMistakes(config: Config, locate: Locate): Problem[] {
  return ofOutputs(config, locate, ({ mistakes }, own) => mistakes(own)).map(
    ({ severity: _, ...mistake }) => mistake,
  );
}

/** What the outputs find about their own sections, with its places. */
function ofOutputs(
  config: Config,
  locate: Locate,
  find: (member: OutputMember, own: unknown) => SettingFinding[],
): Problem[] {
  return outputMembers.flatMap((member) =>
    find(member, config.outputs[member.name as OutputName]).map(({ at, message, suggestion }) =>
      locate([member.name, ...at], message, suggestion),
    ),
  );
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
    ...ofOutputs(config, locate, ({ warnings }, own) => warnings(own, simulated)),
  ];
}

function isWatched(upstream: UpstreamName, config: Config): boolean {
  return Object.keys(config.sources).some((source) => serviceOf(source, config) === upstream);
}

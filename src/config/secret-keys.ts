/** Keys of the settings that hold secrets, also misspelt or made up. */
import { nearest } from "../lib/text/nearest.ts";
import { outputMembers } from "../outputs/index.ts";

const known = ["apiKey", ...outputMembers.flatMap(({ secrets }) => secrets)];
const words = /key|token|smtp|pass|pwd|secret|auth|credential|login|bearer|^pw$/i;

export function isSecretSetting(key: string): boolean {
  return words.test(key) || nearest(key, known) !== undefined;
}

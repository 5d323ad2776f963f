/** What damage of each part of the database costs, and what a person can do about it. */
import type { Damage } from "../../model/store-faults.ts";

interface DamageMeaning {
  /** What is gone. */
  readonly lost: string;
  /** What a monitor does about it by itself, and what is left to do. */
  readonly follows: string;
}

export const damageMeanings: Readonly<Record<Damage["part"], DamageMeaning>> = {
  log: {
    lost: "these entries",
    follows: "readers of the feed are informed of the gap; the rest of the log continues",
  },
  items: {
    lost: "what came since the last poll of this source",
    follows: "its next poll stores a new baseline without events",
  },
  hold: {
    lost: "nothing",
    follows: "the next poll finds the rewrite again and puts it into quarantine again",
  },
  memories: {
    lost: "counts, windows and sequences that were under way",
    follows: "the rule starts again",
  },
  cooldowns: {
    lost: "when rules gave their last alerts",
    follows: "an alert may come again within its cooldown",
  },
  mails: {
    lost: "those of them that were not sent yet",
    follows: "they are not sent, and a mail.failed says so of each that is still known",
  },
  silences: {
    lost: "the damaged silences",
    follows: "alerts that they matched are sent again; `yagura silence list` shows the rest",
  },
  alerts: {
    lost: "what the damaged ones knew: acknowledgements, threads, groups, caps",
    follows:
      "an open alert starts again with its next one; alerts that waited in a lost group are sent at once",
  },
  notices: {
    lost: "the damaged decisions",
    follows:
      "what waited for a group or a digest may be missing from its mail; `yagura why` cannot say everything",
  },
  consumers: {
    lost: "the places of consumers",
    follows: "such a consumer is informed that it lost everything so far, and starts with new entries",
  },
  notes: {
    lost: "nothing",
    follows:
      "they are made again; news of rules or drift may come twice. A lost epoch is replaced by a new one",
  },
  history: {
    lost: "answers of `yagura why` about what is damaged",
    follows: "no notification depends on it",
  },
  file: {
    lost: "nothing by itself",
    follows:
      "what cannot be written any more is rebuilt from what can be read; if the file cannot be opened, restore a backup",
  },
};

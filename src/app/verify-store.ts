/** Checks a whole database, beside a running monitor or at rest. Nothing is written and no lock taken. */
import { type Damage, damageWords } from "../model/store-faults.ts";
import { openVerifier } from "../store/damage/verifier.ts";
import { refusing } from "./refused.ts";

export interface Verified {
  readonly ok: boolean;
  readonly file: string;
  /** How many entries the log has. */
  readonly entries: number;
  readonly damaged: readonly Damage[];
}

/** Throws Refused where the file cannot be opened as one of Yagura's. */
export function verifyStore(file: string, tell: (read: number, all: number) => void = () => {}): Verified {
  return refusing(() => {
    const verifier = openVerifier(file);
    try {
      const damaged: Damage[] = [];
      for (const slice of verifier.slices(tell)) damaged.push(...slice);
      return { ok: damaged.length === 0, file, entries: verifier.entries, damaged };
    } finally {
      verifier.close();
    }
  });
}

/** The findings for a person. */
export function verifiedLines({ ok, file, entries, damaged }: Verified): string {
  if (ok) return `${file}: whole, ${entries.toLocaleString("en")} entries\n`;
  return damaged.map((damage) => `${file}: damaged: ${damageWords(damage)}\n`).join("");
}

/** Facts about one thing: each with its name, what an event changed of it, and marks that say in a word how it stands. */
import type { ComponentChildren } from "preact";
import type { Severity } from "../../model/news-items.ts";
import type { WordRow } from "../../model/page/alerts.ts";
import { useWords } from "../state/reader.ts";
import { partWords } from "./words.ts";
import "./facts.css";

export type Fact = readonly [name: string, value: ComponentChildren];

export function FactList({ of }: { readonly of: readonly Fact[] }) {
  const known = of.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangesProps {
  readonly rows: readonly WordRow[];
  /** Most rows that are shown; by default all. */
  readonly most?: number;
}

export function Changes({ rows, most = rows.length }: ChangesProps) {
  return (
    <dl class="changes">
      {rows.slice(0, most).map(({ label, was, now }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {was !== undefined && (
              <>
                <s>{was}</s> <span aria-hidden="true">→</span>{" "}
              </>
            )}
            {now}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const severities = ["info", "warning", "critical"] as const satisfies readonly Severity[];
const states = ["firing", "acknowledged", "silenced", "over"] as const;

/** @param severity as the feed has it; an unknown one, of a newer monitor, is shown as it is */
export function SeverityMark({ severity }: { readonly severity: unknown }) {
  const words = useWords(partWords);
  const known = severities.find((one) => one === severity);
  return (
    <span class={`mark ${known ?? "info"}`}>{known ? words.severities[known] : String(severity ?? "")}</span>
  );
}

export function StateMark({ state }: { readonly state: string }) {
  const words = useWords(partWords);
  const known = states.find((one) => one === state);
  return <span class={`state ${known ?? ""}`}>{known ? words.states[known] : state}</span>;
}

export type Tone = "good" | "quiet" | "warning" | "critical";

export function Tag({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`tag ${tone}`}>{children}</span>;
}

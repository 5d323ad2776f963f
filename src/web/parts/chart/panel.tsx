/** A part of a view about numbers over time: its heading, from when and where its data is, and the numbers as a table. */
import type { ComponentChildren } from "preact";
import type { KnownFrom } from "../../../model/page/stock.ts";
import { type Language, useLanguage, useWords } from "../../state/reader.ts";
import { shownDay } from "../moment.tsx";
import { partWords } from "../words.ts";
import "./panel.css";

interface PanelProps {
  readonly title: string;
  readonly known?: KnownFrom | undefined;
  /** Whether a service made the data up. */
  readonly isSimulated?: boolean;
  /** The numbers, shown when they are asked for. */
  readonly table?: ComponentChildren;
  /** What the table is called where it is closed. */
  readonly tableTitle?: string;
  readonly children: ComponentChildren;
}

export function Panel({ title, known, isSimulated = false, table, tableTitle, children }: PanelProps) {
  const said = useWords(partWords);
  const language = useLanguage();
  return (
    <section class="panel" aria-label={title}>
      <h3>
        {title} {isSimulated && <strong class="badge">SIMULATED</strong>}
      </h3>
      {known && <p class="quiet panel-known">{said.known(inWords(known, language))}</p>}
      {children}
      {table !== undefined && (
        <details>
          <summary>{tableTitle ?? said.numbers}</summary>
          {table}
        </details>
      )}
    </section>
  );
}

function inWords({ history, live, isCut }: KnownFrom, language: Language): KnownFrom {
  return {
    ...(history !== undefined && { history: shownDay(history, language) }),
    ...(live !== undefined && { live: shownDay(live, language) }),
    ...(isCut !== undefined && { isCut }),
  } as KnownFrom;
}

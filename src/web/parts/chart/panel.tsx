/** A part of a view about numbers over time: its heading, from when and where its data is, and the numbers as a table. */
import type { ComponentChildren } from "preact";
import type { KnownFrom } from "../../../model/page/stock.ts";
import { type Language, useLanguage, useWords } from "../../shell/language.tsx";
import { dayText } from "../day.ts";
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
  const said = useWords(words);
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
    ...(history !== undefined && { history: dayText(history, language) }),
    ...(live !== undefined && { live: dayText(live, language) }),
    ...(isCut !== undefined && { isCut }),
  } as KnownFrom;
}

const en = {
  numbers: "Numbers as a table",
  known({ history, live, isCut }: KnownFrom): string {
    const parts = [
      history === undefined ? "" : `from ${history} on from past data`,
      live === undefined ? "" : `from ${live} on by the monitor`,
    ].filter((part) => part !== "");
    const since = parts.length === 0 ? "" : `Data ${parts.join(", ")}.`;
    return isCut ? `${since} Older rows are left out.` : since;
  },
};

const words: Record<"en" | "ja", typeof en> = {
  en,
  ja: {
    numbers: "数値を表で見る",
    known({ history, live, isCut }) {
      const parts = [
        history === undefined ? "" : `${history}以降は取得済みの過去データ`,
        live === undefined ? "" : `${live}以降はモニターの記録`,
      ].filter((part) => part !== "");
      const since = parts.length === 0 ? "" : `データ：${parts.join("、")}。`;
      return isCut ? `${since}それより古い行は省略しています。` : since;
    },
  },
};

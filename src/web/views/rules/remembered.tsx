/** What a rule remembers, by the combinations of its `by`: windows, waits, alerts that are not over, cooldowns. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { RememberedKey, RuleAnswer } from "../../../model/page/rules.ts";
import { ShownMoment } from "../../parts/moment.tsx";
import { SortedTable, type TableColumn } from "../../parts/table.tsx";
import { useWords } from "../../state/reader.ts";
import { rulesWords } from "./words.ts";

export function RememberedKeys({ answer: { rule, remembered } }: { readonly answer: RuleAnswer }) {
  const words = useWords(rulesWords);
  const [shown, all] = [remembered.length, Math.max(rule.keys, remembered.length)].map(groupedNumber);
  return (
    <section>
      <h3>{words.remembers}</h3>
      {remembered.length === 0 ? (
        <p>{words.noMemory}</p>
      ) : (
        <SortedTable
          caption={words.keys(shown ?? "", all ?? "")}
          rows={remembered}
          columns={columnsOf(words)}
          rowKey={({ key }) => key}
        />
      )}
    </section>
  );
}

function columnsOf(words: (typeof rulesWords)["en"]): TableColumn<RememberedKey>[] {
  return [
    { key: "key", title: words.key, value: ({ key }) => (key === "" ? words.nameless : key) },
    {
      key: "window",
      title: words.window,
      value: ({ conditions }) => conditions.map(({ entries }) => entries).reduce((sum, one) => sum + one, 0),
      isNumber: false,
      show: (one) => <Windows of={one} />,
    },
    {
      key: "waitsUntil",
      title: words.waits,
      show: ({ waitsUntil, isOpen }) =>
        waitsUntil === undefined ? isOpen ? words.open : "–" : <ShownMoment at={waitsUntil} />,
    },
    {
      key: "quietUntil",
      title: words.quiet,
      show: ({ quietUntil }) => (quietUntil === undefined ? "–" : <ShownMoment at={quietUntil} />),
    },
  ];
}

function Windows({ of: { conditions } }: { readonly of: RememberedKey }) {
  const words = useWords(rulesWords);
  return (
    <>
      {conditions.map(({ text, entries, from, to, measured }) => (
        <div key={text}>
          <code>{text}</code> {words.entries(groupedNumber(entries))}
          {from !== undefined && to !== undefined && (
            <>
              {" "}
              <ShownMoment at={from} /> – <ShownMoment at={to} />
            </>
          )}{" "}
          {Object.entries(measured)
            .map(([name, value]) => `${name} ${rounded(value)}`)
            .join(", ")}
        </div>
      ))}
    </>
  );
}

/** Averages have more digits than anybody reads. */
function rounded(value: number): string {
  return groupedNumber(Math.round(value * 1_000) / 1_000);
}

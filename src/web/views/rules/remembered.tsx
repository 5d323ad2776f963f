/** What a rule remembers, by the combinations of its `by`: windows, waits, alerts that are not over, cooldowns. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { RememberedKey, RuleAnswer } from "../../../model/page/rules.ts";
import { ShownMoment } from "../../parts/moment.tsx";
import { SortedTable, type TableColumn } from "../../parts/table.tsx";
import { useWords } from "../../state/reader.ts";
import { rulesWords } from "./words.ts";

export function RememberedKeys({ answer: { rule, remembered } }: { readonly answer: RuleAnswer }) {
  const said = useWords(rulesWords);
  const [shown, all] = [remembered.length, Math.max(rule.keys, remembered.length)].map(groupedNumber);
  return (
    <section>
      <h3>{said.remembers}</h3>
      {remembered.length === 0 ? (
        <p>{said.noMemory}</p>
      ) : (
        <SortedTable
          caption={said.keys(shown ?? "", all ?? "")}
          rows={remembered}
          columns={columnsOf(said)}
          rowKey={({ key }) => key}
        />
      )}
    </section>
  );
}

function columnsOf(said: (typeof rulesWords)["en"]): TableColumn<RememberedKey>[] {
  return [
    { key: "key", title: said.key, value: ({ key }) => (key === "" ? said.nameless : key) },
    {
      key: "window",
      title: said.window,
      value: ({ conditions }) => conditions.map(({ entries }) => entries).reduce((sum, one) => sum + one, 0),
      isNumber: false,
      show: (one) => <Windows of={one} />,
    },
    {
      key: "waitsUntil",
      title: said.waits,
      show: ({ waitsUntil, isOpen }) =>
        waitsUntil === undefined ? isOpen ? said.open : "–" : <ShownMoment at={waitsUntil} />,
    },
    {
      key: "quietUntil",
      title: said.quiet,
      show: ({ quietUntil }) => (quietUntil === undefined ? "–" : <ShownMoment at={quietUntil} />),
    },
  ];
}

function Windows({ of: { conditions } }: { readonly of: RememberedKey }) {
  const said = useWords(rulesWords);
  return (
    <>
      {conditions.map(({ text, entries, from, to, measured }) => (
        <div key={text}>
          <code>{text}</code> {said.entries(groupedNumber(entries))}
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

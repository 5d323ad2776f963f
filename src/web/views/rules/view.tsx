/** The rules: how often each fired and how it stands; one of them with all that is known of it. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { RulesAnswer, ShownRule } from "../../../model/page/rules.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { SeverityMark } from "../../parts/facts.tsx";
import { TextField } from "../../parts/fields.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { RuleLink } from "../../parts/names.tsx";
import { countText, SortedTable, type TableColumn } from "../../parts/table.tsx";
import { link, refine } from "../../state/address.ts";
import { useAnswer, useEvery } from "../../state/calls.ts";
import { useLive } from "../../state/live.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { Rule, RuleTags } from "./rule.tsx";
import { rulesWords } from "./words.ts";
import { WorthOfRules } from "./worth.tsx";
import "./rules.css";

const againMs = 15_000;

function Rules({ rest, query }: ViewProps) {
  const { seq } = useLive();
  const times = useEvery(againMs);
  const version = `${seq} ${times}`;
  const [name] = rest;
  if (name !== undefined) return <Rule name={name} version={version} />;
  if (query.get("show") === "worth") return <WorthOfRules />;
  return <AllRules query={query} version={version} />;
}

function AllRules({ query, version }: { readonly query: URLSearchParams; readonly version: string }) {
  const words = useWords(rulesWords);
  const language = useLanguage();
  const answered = useAnswer<RulesAnswer>("api/rules", {}, version);
  return (
    <div class="rules all">
      <h2>{words.title}</h2>
      <p>
        <a href={link("rules", [], { show: "worth" })}>{words.worth}</a>
      </p>
      <Filters query={query} />
      <WhenAnswered of={answered}>
        {({ rules: all, left, mostCounted }) => {
          const found = all
            .map((rule) => ({ ...rule, ...describedIn(language, rule) }))
            .filter((rule) => isFound(rule, query));
          return (
            <>
              <SortedTable
                caption={words.count(groupedNumber(found.length), groupedNumber(all.length))}
                rows={found}
                columns={columnsOf(words, mostCounted)}
                rowKey={({ name }) => name}
              />
              {found.length === 0 && (
                <p>
                  {words.noRules} <a href={link("bench")}>{words.toBench}</a>
                </p>
              )}
              {left > 0 && <p>{words.left(groupedNumber(left))}</p>}
            </>
          );
        }}
      </WhenAnswered>
    </div>
  );
}

/** The description in a language that the rule has it in, else the rule's own. */
function describedIn(
  language: "en" | "ja",
  { description, descriptions }: ShownRule,
): Pick<ShownRule, "description"> {
  const shown = descriptions[language] ?? description;
  return shown === undefined ? {} : { description: shown };
}

function Filters({ query }: { readonly query: URLSearchParams }) {
  const words = useWords(rulesWords);
  const change = (changes: Record<string, string>) => refine({ path: "rules", rest: [], query }, changes);
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={words.find}
        type="search"
        value={query.get("text") ?? ""}
        change={(text) => change({ text })}
      />
      <label>
        {words.state}{" "}
        <select
          value={query.get("state") ?? ""}
          onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        >
          <option value="">{words.allStates}</option>
          <option value="off">{words.onlyOff}</option>
        </select>
      </label>
    </form>
  );
}

function isFound(
  { name, displayName, description = "", on, isEnabled }: ShownRule,
  query: URLSearchParams,
): boolean {
  const text = (query.get("text") ?? "").normalize("NFKC").toLowerCase();
  const wanted = text.split(/\s+/);
  const named = displayName === undefined ? [] : Object.values(displayName);
  const own = [name, ...named, description, ...on].join(" ").normalize("NFKC").toLowerCase();
  return wanted.every((word) => own.includes(word)) && (query.get("state") !== "off" || !isEnabled);
}

function columnsOf(words: (typeof rulesWords)["en"], mostCounted: number): TableColumn<ShownRule>[] {
  const counted = (key: keyof ShownRule["fired"]): TableColumn<ShownRule> => ({
    key,
    title: words[key],
    value: ({ fired }) => fired[key],
    show: ({ fired }) => countText(fired[key], mostCounted),
  });
  return [
    {
      key: "name",
      title: words.name,
      show: ({ name, description }) => (
        <>
          <RuleLink rule={name} />
          {description !== undefined && <div class="quiet">{description}</div>}
        </>
      ),
    },
    { key: "severity", title: words.severity, show: ({ severity }) => <SeverityMark severity={severity} /> },
    {
      key: "state",
      title: words.state,
      value: ({ isEnabled }) => (isEnabled ? 1 : 0),
      isNumber: false,
      show: (rule) => <RuleTags of={rule} />,
    },
    counted("today"),
    counted("week"),
    counted("month"),
    {
      key: "lastAt",
      title: words.last,
      isNumber: true,
      show: ({ lastAt }) => (lastAt === undefined ? "–" : <ShownMoment at={lastAt} />),
    },
  ];
}

export const rulesView: View = {
  path: "rules",
  words: rulesWords,
  inMenu: true,
  Page: Rules,
};

/** The rules: how often each fired and how it stands; one of them with all that is known of it. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { RulesAnswer, ShownRule } from "../../../model/page/rules.ts";
import { Answered } from "../../parts/answered.tsx";
import { SeverityMark } from "../../parts/facts.tsx";
import { Moment } from "../../parts/moment.tsx";
import { RuleName } from "../../parts/names.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { link, refine } from "../../state/address.ts";
import { useAnswer, useEvery } from "../../state/calls.ts";
import { useLive } from "../../state/live.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { Rule } from "./rule.tsx";
import "./rules.css";
import { RuleState } from "./rule-state.tsx";
import { words } from "./words.ts";

const againMs = 15_000;

function Rules({ rest, query }: ViewProps) {
  const { seq } = useLive();
  const times = useEvery(againMs);
  const version = `${seq} ${times}`;
  const [name] = rest;
  if (name !== undefined) return <Rule name={name} version={version} />;
  return <AllRules query={query} version={version} />;
}

function AllRules({ query, version }: { readonly query: URLSearchParams; readonly version: string }) {
  const said = useWords(words);
  const language = useLanguage();
  const answered = useAnswer<RulesAnswer>("api/rules", {}, version);
  return (
    <div class="rules all">
      <h2>{said.rules}</h2>
      <Filters query={query} />
      <Answered of={answered}>
        {({ rules: all, left, mostCounted }) => {
          const found = all
            .map((rule) => ({ ...rule, ...describedIn(language, rule) }))
            .filter((rule) => isFound(rule, query));
          return (
            <>
              <Table
                caption={said.count(groupedNumber(found.length), groupedNumber(all.length))}
                rows={found}
                columns={columnsOf(said, mostCounted)}
                rowKey={({ name }) => name}
              />
              {found.length === 0 && (
                <p>
                  {said.noRules} <a href={link("bench")}>{said.toBench}</a>
                </p>
              )}
              {left > 0 && <p>{said.left(groupedNumber(left))}</p>}
            </>
          );
        }}
      </Answered>
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
  const said = useWords(words);
  const change = (changes: Record<string, string>) => refine({ path: "rules", rest: [], query }, changes);
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        {said.find}{" "}
        <input
          type="search"
          value={query.get("text") ?? ""}
          onInput={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </label>
      <label>
        {said.state}{" "}
        <select
          value={query.get("state") ?? ""}
          onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        >
          <option value="">{said.allStates}</option>
          <option value="off">{said.onlyOff}</option>
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
  const words = text.split(/\s+/);
  const named = displayName === undefined ? [] : Object.values(displayName);
  const said = [name, ...named, description, ...on].join(" ").normalize("NFKC").toLowerCase();
  return words.every((word) => said.includes(word)) && (query.get("state") !== "off" || !isEnabled);
}

function columnsOf(said: (typeof words)["en"], mostCounted: number): Column<ShownRule>[] {
  const counted = (key: keyof ShownRule["fired"]): Column<ShownRule> => ({
    ...{ key, title: said[key], value: ({ fired }) => fired[key] },
    show: ({ fired }) => `${groupedNumber(fired[key])}${fired[key] >= mostCounted ? "+" : ""}`,
  });
  return [
    {
      key: "name",
      title: said.name,
      value: ({ name }) => name,
      show: ({ name, description }) => (
        <>
          <a href={link("rules", [name])}>
            <RuleName rule={name} />
          </a>
          {description !== undefined && <div class="quiet">{description}</div>}
        </>
      ),
    },
    {
      key: "severity",
      title: said.severity,
      value: ({ severity }) => severity,
      show: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      key: "state",
      title: said.state,
      value: ({ isEnabled }) => (isEnabled ? 1 : 0),
      isNumber: false,
      show: (rule) => <RuleState of={rule} />,
    },
    counted("today"),
    counted("week"),
    counted("month"),
    {
      key: "last",
      title: said.last,
      value: ({ lastAt }) => lastAt,
      isNumber: true,
      show: ({ lastAt }) => (lastAt === undefined ? "–" : <Moment at={lastAt} />),
    },
  ];
}

export const rules: View = {
  path: "rules",
  title: { en: "Rules", ja: "ルール" },
  inMenu: true,
  Page: Rules,
};

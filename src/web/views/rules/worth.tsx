/** What the alerts of rules were worth: a table of all, and proposals with a button that makes the edit. */
import { useEffect, useState } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { BenchRuleAnswer, BenchSaveAnswer } from "../../../model/page/bench.ts";
import type { RulesReport, RuleWorth } from "../../../model/page/worth.ts";
import { proposalWords, spanWords, tryWords } from "../../../model/page/worth-words.ts";
import { Action, TrialFailed } from "../../parts/answered.tsx";
import { TextField } from "../../parts/fields.tsx";
import { BackLink, RuleLink } from "../../parts/names.tsx";
import { SortedTable, type TableColumn } from "../../parts/table.tsx";
import { act, ask } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { useTrial } from "../../state/trial.ts";
import { rulesWords } from "./words.ts";

const paths = { run: "api/rules/report", cancel: "api/rules/report/cancel" };

export function WorthOfRules() {
  const words = useWords(rulesWords);
  const [since, setSince] = useState("30d");
  const { answer, error, start } = useTrial<{ readonly since: string }, RulesReport>(paths);
  useEffect(() => start({ since }), []);
  return (
    <div class="rules">
      <BackLink to="rules">{words.all}</BackLink>
      <h2>{words.worth}</h2>
      <p class="quiet">{words.worthAbout}</p>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          start({ since });
        }}
      >
        <TextField label={words.worthSince} value={since} size={10} change={setSince} />
        <button type="submit">{words.makeReport}</button>
      </form>
      <TrialFailed answer={answer} error={error} />
      {answer?.state === "running" && (
        <p role="status">{words.reporting(groupedNumber(answer.done), groupedNumber(answer.all))}</p>
      )}
      {answer?.state === "done" && <Report of={answer.result} />}
    </div>
  );
}

function Report({ of: { rules } }: { readonly of: RulesReport }) {
  const words = useWords(rulesWords);
  const proposals = rules.filter(({ proposal }) => proposal.kind !== "keep");
  return (
    <>
      <h3>{words.proposals}</h3>
      {proposals.length === 0 && <p>{words.noProposals}</p>}
      {proposals.map((rule) => (
        <Proposal key={rule.rule} of={rule} />
      ))}
      <SortedTable
        caption={words.reportOf(groupedNumber(rules.length))}
        rows={rules}
        columns={useColumns()}
        rowKey={({ rule }) => rule}
      />
    </>
  );
}

function Proposal({ of: { rule, proposal } }: { readonly of: RuleWorth }) {
  const words = useWords(rulesWords);
  const language = useLanguage();
  const { kinds, inSettings } = proposalWords[language];
  const { kind, reason, tried, lines = [], edit } = proposal;
  const make = async ({ before, text }: NonNullable<typeof edit>) => {
    const known = await ask<BenchRuleAnswer>("api/bench/rule", { name: rule });
    if (known.text !== before) return words.changedSince;
    await act<BenchSaveAnswer>("api/bench/save", { text, rule, hash: known.hash });
    return words.edited;
  };
  return (
    <section aria-label={rule}>
      <h4>
        <RuleLink rule={rule} />: {kinds[kind]}
      </h4>
      <p>
        {reason[language]} {tried && tryWords(tried, language)}
      </p>
      <p class="quiet">{edit === undefined ? inSettings : edit.file}</p>
      <pre>{lines.join("\n")}</pre>
      {edit && (
        <p>
          <Action label={words.makeEdit} about={rule} act={() => make(edit)} />
        </p>
      )}
    </section>
  );
}

const counts = ["alerts", "told", "opened", "acknowledged"] as const;
const worths = ["useful", "notUseful", "neither"] as const;

/** The columns of the command's table. */
function useColumns(): TableColumn<RuleWorth>[] {
  const language = useLanguage();
  const { heads, kinds, unknown } = proposalWords[language];
  const [rule = "", ...titles] = heads;
  const title = (at: number) => titles[at] ?? "";
  return [
    { key: "rule", title: rule, show: (row) => <RuleLink rule={row.rule} /> },
    ...counts.map((key, at) => ({ key, title: title(at) })),
    {
      key: "within",
      title: title(counts.length),
      value: ({ acknowledgedWithinMs }) => acknowledgedWithinMs,
      isNumber: true,
      show: ({ acknowledgedWithinMs: ms }) => (ms === undefined ? unknown : spanWords(ms, language)),
    },
    ...worths.map((key, at) => ({ key, title: title(counts.length + 1 + at) })),
    {
      key: "repeats",
      title: title(counts.length + worths.length + 1),
      value: ({ repeats }) => repeats?.rule,
      show: ({ repeats }) => (repeats === undefined ? unknown : <RuleLink rule={repeats.rule} />),
    },
    {
      key: "proposal",
      title: title(counts.length + worths.length + 2),
      value: ({ proposal }) => proposal.kind,
      show: ({ proposal }) => kinds[proposal.kind],
    },
  ];
}

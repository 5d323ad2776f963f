/** One rule: what it says, on and off, its last alerts, what kept it quiet, its examples and what it remembers. */
import { useEffect, useState } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { ExamplesAnswer, RuleAnswer, RuleSwitched, ShownRule } from "../../../model/page/rules.ts";
import { Action, AskedAction, WhenAnswered } from "../../parts/answered.tsx";
import { FactList, SeverityMark, Tag } from "../../parts/facts.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { BackLink, RuleName } from "../../parts/names.tsx";
import { countText } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { act, useAnswer } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { RememberedKeys } from "./remembered.tsx";
import { rulesWords } from "./words.ts";

export function Rule({ name, version }: { readonly name: string; readonly version: string }) {
  const words = useWords(rulesWords);
  const { times, expect } = useExpected();
  const answered = useAnswer<RuleAnswer>("api/rule", { name }, `${version} ${times}`);
  return (
    <div class="rules">
      <BackLink to="rules">{words.all}</BackLink>
      <h2>
        <RuleName rule={name} />
      </h2>
      <WhenAnswered of={answered}>
        {(answer) => (
          <>
            <Head answer={answer} onTurned={expect} />
            <Written answer={answer} />
            <LastAlerts answer={answer} />
            <Quiet answer={answer} />
            <Examples name={name} version={`${answer.rule.isEnabled} ${answer.rule.line}`} />
            <RememberedKeys answer={answer} />
          </>
        )}
      </WhenAnswered>
    </div>
  );
}

const looks = { everyMs: 300, times: 10 };

/** Grows a few times after a rule was turned on or off: the monitor reads its file again within a second. */
function useExpected() {
  const [times, setTimes] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      setTimes((before) => before + 1);
      setLeft(left - 1);
    }, looks.everyMs);
    return () => clearTimeout(timer);
  }, [left]);
  return { times, expect: () => setLeft(looks.times) };
}

interface HeadProps {
  readonly answer: RuleAnswer;
  onTurned(): void;
}

function Head({ answer, onTurned }: HeadProps) {
  const words = useWords(rulesWords);
  const { rule, switch: own } = answer;
  const description = rule.descriptions[useLanguage()] ?? rule.description;
  const turn = async (enabled: boolean) => {
    await act<RuleSwitched>("api/rule/switch", { name: rule.name, enabled });
    onTurned();
    return words.turned;
  };
  return (
    <>
      <p class="head">
        <SeverityMark severity={rule.severity} /> <RuleTags of={rule} />{" "}
        {own.at === "settings" ? (
          <span class="quiet">{words.bySettings(`${own.file}:${own.line}`)}</span>
        ) : rule.isEnabled ? (
          <AskedAction
            key="off"
            label={words.turnOff}
            question={words.askOff}
            about={rule.name}
            act={() => turn(false)}
          />
        ) : (
          <Action key="on" label={words.turnOn} about={rule.name} act={() => turn(true)} />
        )}
        <a href={link("bench", [rule.name])}>{words.edit}</a>
      </p>
      {description !== undefined && <p>{description}</p>}
    </>
  );
}

function Written({ answer }: { readonly answer: RuleAnswer }) {
  const words = useWords(rulesWords);
  const language = useLanguage();
  const { rule, when, by, notify, cooldown, overrides, mostCounted } = answer;
  const count = (number: number) => countText(number, mostCounted);
  const { today, week, month } = rule.fired;
  const code = (text: string | undefined) => text && <code>{text}</code>;
  return (
    <FactList
      of={[
        [words.fired, words.firedWords(count(today), count(week), count(month))],
        [words.types, rule.on.join(", ")],
        [words.when, code(when)],
        [words.by, by.length > 0 ? code(by.join(", ")) : undefined],
        [words.notify, notify.length === 0 ? words.onFeedOnly : code(notify.join(", "))],
        [words.cooldown, cooldown],
        [words.about, code(rule.titles[language] ?? rule.title)],
        [words.place, `${rule.file}:${rule.line}`],
        [
          words.overridden,
          overrides.map(({ key, file, line }) => `${key} (${file}:${line})`).join(", ") || undefined,
        ],
      ]}
    />
  );
}

function LastAlerts({ answer: { alerts, rule } }: { readonly answer: RuleAnswer }) {
  const words = useWords(rulesWords);
  const language = useLanguage();
  return (
    <section>
      <h3>{words.alerts}</h3>
      {alerts.length === 0 && (
        <p>
          {words.noAlerts} <a href={link("bench", [rule.name])}>{words.toBench}</a>
        </p>
      )}
      <ul class="lines alerts">
        {alerts.map(({ id, time, title, titles, severity }) => (
          <li key={id}>
            <ShownMoment at={time} /> <SeverityMark severity={severity} />{" "}
            <a href={link("alert", [id])}>{titles?.[language] ?? title}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What kept its alerts from being given or told. */
function Quiet({ answer: { heldBack, silencedBy, mostCounted } }: { readonly answer: RuleAnswer }) {
  const words = useWords(rulesWords);
  const reasons = Object.entries(heldBack) as [keyof typeof heldBack, number][];
  return (
    <>
      {reasons.length > 0 && (
        <section>
          <h3>{words.heldBack}</h3>
          <FactList
            of={reasons.map(([reason, times]) => [words.reasons[reason], countText(times, mostCounted)])}
          />
        </section>
      )}
      {silencedBy.length > 0 && (
        <section>
          <h3>{words.silences}</h3>
          <ul class="lines">
            {silencedBy.map(({ id, match, until, author, because }) => (
              <li key={id}>
                <code>{match}</code> {words.until} <ShownMoment at={until} /> {author}: {because}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/**
 * The examples of a rule, each with whether the rule does what it says.
 * @param version changes with the rule
 */
function Examples({ name, version }: { readonly name: string; readonly version: string }) {
  const words = useWords(rulesWords);
  const answered = useAnswer<ExamplesAnswer>("api/rule/examples", { name }, version);
  return (
    <section>
      <h3>{words.examples}</h3>
      <WhenAnswered of={answered}>
        {({ examples }) =>
          examples.length === 0 ? (
            <p>{words.noExamples}</p>
          ) : (
            <>
              <p class="quiet">{words.runNow}</p>
              <ul class="lines">
                {examples.map(({ expected, ok, line, events }) => (
                  <li key={line}>
                    <Tag tone={ok ? "good" : "critical"}>{ok ? words.holds : words.fails}</Tag>{" "}
                    {words[expected]} <span class="quiet">{words.line(groupedNumber(line))}</span>
                    <ul class="events">
                      {events.map((event) => (
                        <li key={event}>
                          <code>{event}</code>
                        </li>
                      ))}
                    </ul>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </WhenAnswered>
    </section>
  );
}

export function RuleTags({ of: { isEnabled, isBraked, silences, overran } }: { readonly of: ShownRule }) {
  const words = useWords(rulesWords);
  return (
    <span class="rule-state">
      <Tag tone={isEnabled ? "good" : "quiet"}>{isEnabled ? words.on : words.off}</Tag>
      {isBraked && <Tag tone="warning">{words.braked}</Tag>}
      {silences > 0 && <Tag tone="quiet">{words.silenced}</Tag>}
      {overran > 0 && <Tag tone="critical">{words.overran(groupedNumber(overran))}</Tag>}
    </span>
  );
}

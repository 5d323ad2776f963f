/** The examples of a rule, each with whether the rule does what it says. */

import { groupedNumber } from "../../../model/numbers.ts";
import type { ExamplesAnswer } from "../../../model/page/rules.ts";
import { Answered } from "../../parts/answered.tsx";
import { Tag } from "../../parts/tag.tsx";
import { useAnswer } from "../../shell/calls.ts";
import { useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

/** @param version changes with the rule */
export function Examples({ name, version }: { readonly name: string; readonly version: string }) {
  const said = useWords(words);
  const answered = useAnswer<ExamplesAnswer>("api/rule/examples", { name }, version);
  return (
    <section>
      <h3>{said.examples}</h3>
      <Answered of={answered}>
        {({ examples }) =>
          examples.length === 0 ? (
            <p>{said.noExamples}</p>
          ) : (
            <>
              <p class="quiet">{said.runNow}</p>
              <ul class="lines">
                {examples.map(({ expected, ok, line, events }) => (
                  <li key={line}>
                    <Tag tone={ok ? "good" : "critical"}>{ok ? said.holds : said.fails}</Tag> {said[expected]}{" "}
                    <span class="quiet">{said.line(groupedNumber(line))}</span>
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
      </Answered>
    </section>
  );
}

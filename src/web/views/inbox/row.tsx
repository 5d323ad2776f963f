/** One open alert as a row: how grave, what, about whom, what changed, since when. */
import type { OpenEpisode } from "../../../client/feed-client.ts";
import { AboutLink } from "../../parts/about-link.tsx";
import { Action } from "../../parts/action.tsx";
import { alertTexts } from "../../parts/alert-texts.ts";
import { Changes } from "../../parts/changes.tsx";
import { Moment } from "../../parts/moment.tsx";
import { SeverityMark, StateMark } from "../../parts/severity.tsx";
import { link } from "../../shell/address.ts";
import { act } from "../../shell/calls.ts";
import { useLanguage, useWords } from "../../shell/language.tsx";
import { signature } from "../../shell/signature.ts";
import { useEventRows } from "./cause-changes.ts";
import { words } from "./words.ts";

export function Row({ episode }: { readonly episode: OpenEpisode }) {
  const said = useWords(words);
  const language = useLanguage();
  const { alert, rule, severity, state, subject, since, times, event } = episode;
  const now = event?.data.now ?? {};
  const { title, body } = alertTexts(now, language);
  const rows = useEventRows((now.cause as { seq?: number } | undefined)?.seq);
  const shown = title || `${rule}: ${said.unnamed}`;
  // Of what is new there is nothing before: its fields then say most, unless the alert itself has words. What the title
  // says already is left out.
  const details = rows?.details.filter((row) => !shown.includes(row.now));
  const changes = (rows?.changes.length ? rows.changes : body === "" ? details : undefined) ?? [];
  return (
    <article class={`alert-row ${state}`}>
      <SeverityMark severity={severity} />
      <a class="title" href={link("alert", [alert])}>
        {shown}
      </a>
      <p class="row-facts">
        <StateMark state={state} />
        <AboutLink subject={subject} />
        <span class="rule">{rule}</span>
        <span>
          {said.since} <Moment at={since} />
        </span>
        {times > 1 && event && (
          <span>
            {said.times(times)} ({said.last} <Moment at={event.time} />)
          </span>
        )}
      </p>
      <div class="what">{changes.length > 0 ? <Changes rows={changes} most={4} /> : <p>{body}</p>}</div>
      {state === "firing" && (
        <Action
          label={said.acknowledge}
          about={shown}
          act={async () => {
            const { already } = await act<{ already: boolean }>("control/acknowledge", {
              alert,
              by: signature(),
            });
            return already ? said.known : said.acknowledged;
          }}
        />
      )}
    </article>
  );
}

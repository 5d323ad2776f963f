/** Why an alert came and where it went, as a chain: the event, the rule, the decisions, the deliveries. */
import type { Answer, MailFacts, NoticeFacts, UntoldFacts, Verdict } from "../../../model/page/why.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { RuleName } from "../../parts/names.tsx";
import { link } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLanguage, useTold, useWords } from "../../state/reader.ts";
import { alertWords } from "./words.ts";

/** @param version grows with what may have changed the answer */
export function Why({ alert, version }: { readonly alert: string; readonly version: number }) {
  const said = useWords(alertWords);
  const language = useLanguage();
  const answered = useAnswer<Answer>("api/why", { alert, language }, version);
  return (
    <section aria-label={said.why}>
      <h3>{said.why}</h3>
      <WhenAnswered of={answered}>{(answer) => <Chain answer={answer} />}</WhenAnswered>
    </section>
  );
}

function Chain({ answer }: { readonly answer: Answer }) {
  const said = useWords(alertWords);
  if (answer.about !== "alert") return null;
  const { cause, verdict, notices, untold, mails, notes } = answer;
  return (
    <ol class="chain">
      {cause && (
        <li>
          <h4>{said.cause}</h4>
          <p>
            #{cause.seq} {cause.type} · {said.seen} <ShownMoment at={cause.time} form="full" />
          </p>
          {cause.poll.source !== undefined && (
            <p class="quiet">
              {said.pollWords(
                cause.poll.source,
                Object.values(cause.poll.events).reduce((sum, count) => sum + count, 0),
              )}
            </p>
          )}
        </li>
      )}
      {verdict && (
        <li>
          <h4>{said.verdict}</h4>
          <RuleSaid verdict={verdict} />
        </li>
      )}
      <li>
        <h4>{said.decisions}</h4>
        {notices.length > 0 ? (
          <Decisions notices={notices} />
        ) : untold ? (
          <Untold untold={untold} />
        ) : (
          <p>{said.noDecisions}</p>
        )}
      </li>
      <li>
        <h4>{said.deliveries}</h4>
        {mails.length === 0 ? <p>{said.noDeliveries}</p> : <Deliveries mails={mails} />}
      </li>
      {notes.map((note) => (
        <li key={note}>
          <p class="quiet">{note}</p>
        </li>
      ))}
    </ol>
  );
}

/** Why nobody was to be notified, and where to change that. */
function Untold({ untold: { reason, notify } }: { readonly untold: UntoldFacts }) {
  const said = useWords(alertWords);
  return (
    <>
      <p>
        {said.untold[reason]}{" "}
        {reason === "not-watched" && <a href={link("watchlists")}>{said.toWatchlists}</a>}
      </p>
      {notify !== undefined && (
        <p class="quiet">
          notify: <code>{notify}</code>
        </p>
      )}
    </>
  );
}

function RuleSaid({ verdict: { rule, because, when, conditions } }: { readonly verdict: Verdict }) {
  const said = useWords(alertWords);
  const parts = [...when, ...conditions.map((one) => ({ ...one, values: measuredOf(one.measured) }))];
  return (
    <>
      <p>
        <RuleName rule={rule.name} /> <span class="quiet">{because}</span>
      </p>
      <ul class="parts">
        {parts.map(({ text, holds, values }) => (
          <li key={text}>
            <code>{text}</code> <strong>{said.holds[`${holds}`]}</strong>
            {values.map((one) => (
              <span key={one.text} class="quiet">
                {one.text} = {one.value === undefined ? "–" : JSON.stringify(one.value)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function measuredOf(measured: Readonly<Record<string, number>>) {
  return Object.entries(measured).map(([text, value]) => ({ text, value }));
}

function Decisions({ notices }: { readonly notices: readonly NoticeFacts[] }) {
  const said = useWords(alertWords);
  return (
    <ul class="parts">
      {notices.map(({ receiver, reason, message, state, at, until, silence }) => (
        <li key={`${receiver} ${at} ${reason}`}>
          <strong>{receiver}</strong> {said.noticeStates[state]} <ShownMoment at={at} />
          <span class="quiet">
            {message}
            {silence && `: ${silence.because} (${silence.author})`}
          </span>
          {until !== undefined && state === "waiting" && (
            <span class="quiet">
              {said.until} <ShownMoment at={until} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Deliveries({ mails }: { readonly mails: readonly MailFacts[] }) {
  const said = useWords(alertWords);
  const told = useTold();
  return (
    <ul class="parts">
      {mails.map(({ address, state, queuedAt, attempts, nextAt, tries }) => (
        <li key={`${address} ${queuedAt}`}>
          <strong>{address}</strong> {said.deliveryStates[state]}, {said.attempts(attempts)}
          {nextAt !== undefined && (
            <span class="quiet">
              {said.next} <ShownMoment at={nextAt} />
            </span>
          )}
          {tries.map(({ at, outcome, answer }) => (
            <span key={at} class="quiet">
              <ShownMoment at={at} form="full" /> {said.outcomes[outcome]}: {told(answer)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

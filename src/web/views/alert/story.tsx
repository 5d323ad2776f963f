/**
 * The story of an alert: its life step by step, and why it came and where it went, as a chain: the event, the rule, the
 * decisions, the deliveries.
 */
import type { AlertStep } from "../../../model/page/alerts.ts";
import type {
  Answer,
  MailFacts,
  NoticedFacts,
  NoticeFacts,
  UntoldFacts,
  Verdict,
} from "../../../model/page/why.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { RuleName, textsOfAlert } from "../../parts/names.tsx";
import { link } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLanguage, useTranslated, useWords } from "../../state/reader.ts";
import { alertWords } from "./words.ts";

interface LifeProps {
  readonly steps: readonly AlertStep[];
  readonly hasEarlier: boolean;
}

/** The steps in the life of an alert, the latest first. */
export function Life({ steps, hasEarlier }: LifeProps) {
  const words = useWords(alertWords);
  return (
    <section aria-label={words.life}>
      <h3>{words.life}</h3>
      <ol class="steps" reversed>
        {steps.toReversed().map((step) => (
          <li key={step.seq}>
            <ShownMoment at={step.event.time} form="full" />
            <span>
              <Step {...step} />
            </span>
          </li>
        ))}
      </ol>
      {hasEarlier && <p class="quiet">{words.earlier}</p>}
    </section>
  );
}

function Step({ seq, event }: AlertStep) {
  const words = useWords(alertWords);
  const language = useLanguage();
  const { now } = event.data;
  const who = now.by === undefined ? "" : ` ${words.by(String(now.by))}`;
  const because = now.because === undefined ? "" : `: ${String(now.because)}`;
  if (event.type === "alert.acknowledged")
    return (
      <>
        <strong>{words.steps.acknowledged}</strong>
        {who}
        {because}
      </>
    );
  if (event.type === "alert.rated")
    return (
      <>
        <strong>{words.worths[String(now.worth)] ?? String(now.worth)}</strong>
        {who}
        {because}
      </>
    );
  if (event.type === "alert.resolved")
    return (
      <>
        <strong>{words.steps.resolved}</strong> {words.ends[String(now.why)] ?? String(now.why ?? "")}
        {who}
        {because}
      </>
    );
  return (
    <>
      <strong>{words.steps.fired}</strong> {textsOfAlert(now, language).title}{" "}
      <span class="quiet">#{seq}</span>
    </>
  );
}

/** @param version grows with what may have changed the answer */
export function Why({ alert, version }: { readonly alert: string; readonly version: number }) {
  const words = useWords(alertWords);
  const language = useLanguage();
  const answered = useAnswer<Answer>("api/why", { alert, language }, version);
  return (
    <section aria-label={words.why}>
      <h3>{words.why}</h3>
      <WhenAnswered of={answered}>{(answer) => <Chain answer={answer} />}</WhenAnswered>
    </section>
  );
}

function Chain({ answer }: { readonly answer: Answer }) {
  const words = useWords(alertWords);
  if (answer.about !== "alert") return null;
  const { cause, verdict, notices, untold, mails, notes } = answer;
  return (
    <ol class="chain">
      {cause && (
        <li>
          <h4>{words.cause}</h4>
          <p>
            #{cause.seq} {cause.type} · {words.seen} <ShownMoment at={cause.time} form="full" />
          </p>
          {cause.poll.source !== undefined && (
            <p class="quiet">
              {words.pollWords(
                cause.poll.source,
                Object.values(cause.poll.events).reduce((sum, count) => sum + count, 0),
              )}
            </p>
          )}
          {cause.poll.noticed && <Noticed noticed={cause.poll.noticed} />}
        </li>
      )}
      {verdict && (
        <li>
          <h4>{words.verdict}</h4>
          <RuleSaid verdict={verdict} />
        </li>
      )}
      <li>
        <h4>{words.decisions}</h4>
        {notices.length > 0 ? (
          <Decisions notices={notices} />
        ) : untold ? (
          <Untold untold={untold} />
        ) : (
          <p>{words.noDecisions}</p>
        )}
      </li>
      <li>
        <h4>{words.deliveries}</h4>
        {mails.length === 0 ? <p>{words.noDeliveries}</p> : <Deliveries mails={mails} />}
      </li>
      {notes.map((note) => (
        <li key={note}>
          <p class="quiet">{note}</p>
        </li>
      ))}
    </ol>
  );
}

function Noticed({ noticed: { appearedAt, doubtMs, answeredAt } }: { readonly noticed: NoticedFacts }) {
  const words = useWords(alertWords);
  return (
    <p class="quiet">
      {words.appeared} <ShownMoment at={appearedAt} form="full" />
      {doubtMs > 0 && ` (±${Math.ceil(doubtMs / 1_000)} s)`} · {words.answered}{" "}
      <ShownMoment at={answeredAt} form="full" />
    </p>
  );
}

/** Why nobody was to be notified, and where to change that. */
function Untold({ untold: { reason, notify } }: { readonly untold: UntoldFacts }) {
  const words = useWords(alertWords);
  return (
    <>
      <p>
        {words.untold[reason]}{" "}
        {reason === "not-watched" && <a href={link("watchlists")}>{words.toWatchlists}</a>}
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
  const words = useWords(alertWords);
  const parts = [...when, ...conditions.map((one) => ({ ...one, values: measuredOf(one.measured) }))];
  return (
    <>
      <p>
        <RuleName rule={rule.name} /> <span class="quiet">{because}</span>
      </p>
      <ul class="parts">
        {parts.map(({ text, holds, values }) => (
          <li key={text}>
            <code>{text}</code> <strong>{words.holds[`${holds}`]}</strong>
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
  const words = useWords(alertWords);
  return (
    <ul class="parts">
      {notices.map(({ receiver, person, reason, message, state, at, until, silence }) => (
        <li key={`${receiver} ${at} ${reason}`}>
          <strong>{receiver}</strong> {person !== undefined && <bdi>({person})</bdi>}{" "}
          {words.noticeStates[state]} <ShownMoment at={at} />
          <span class="quiet">
            {message}
            {silence?.grows && `: ${silence.grows}`}
            {silence && `: ${silence.because} (${silence.author})`}
          </span>
          {until !== undefined && state === "waiting" && (
            <span class="quiet">
              {words.until} <ShownMoment at={until} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Deliveries({ mails }: { readonly mails: readonly MailFacts[] }) {
  const words = useWords(alertWords);
  const translated = useTranslated();
  return (
    <ul class="parts">
      {mails.map(({ address, state, queuedAt, attempts, nextAt, tries }) => (
        <li key={`${address} ${queuedAt}`}>
          <strong>{address}</strong> {words.deliveryStates[state]}, {words.attempts(attempts)}
          {nextAt !== undefined && (
            <span class="quiet">
              {words.next} <ShownMoment at={nextAt} />
            </span>
          )}
          {tries.map(({ at, outcome, answer }) => (
            <span key={at} class="quiet">
              <ShownMoment at={at} form="full" /> {words.outcomes[outcome]}: {translated(answer)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

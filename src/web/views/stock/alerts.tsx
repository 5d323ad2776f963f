/** Alerts about a stock as marks on the axis of time and as rows, and the comments that rules matched. */
import type { MatchedComment, StockAlert, StockAnswer } from "../../../model/page/stock.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { Moment, momentText } from "../../parts/moment.tsx";
import { AlertTable, alertTitle } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { useLanguage, useNarrow, useWords } from "../../state/reader.ts";

import { recordDays, type StockAxis } from "./axis.ts";
import { words } from "./words.ts";

interface StockProps {
  readonly stock: StockAnswer;
  readonly axis: StockAxis;
}

export function StockAlerts({ stock, axis }: StockProps) {
  const said = useWords(words);
  const { alerts, isAlertsCut } = stock;
  if (alerts.length === 0)
    return (
      <>
        <p class="quiet">{said.noAlerts}</p>
        {recordDays(stock).length > 0 && <AlertStrip stock={stock} axis={axis} />}
      </>
    );
  const table = <AlertTable caption={said.alerts} alerts={alerts} most={50} />;
  return (
    <Panel title={said.alertsOf(alerts.length)} table={table} tableTitle={said.asList}>
      <AlertStrip stock={stock} axis={axis} />
      {isAlertsCut && <p class="quiet">{said.alertsCut}</p>}
    </Panel>
  );
}

const gravest = ["critical", "warning", "info"] as const;
const glyphs = { critical: "▲", warning: "◆", info: "●" } as const;

/** Places along the axis, each as wide as a pointer needs; alerts of one place are one mark. */
const mostPlaces = { wide: 36, narrow: 7 };

/** Marks above the charts, in line with their axis of time. */
function AlertStrip({ stock, axis: { from, to } }: StockProps) {
  const { alerts } = stock;
  const places = useNarrow() ? mostPlaces.narrow : mostPlaces.wide;
  const language = useLanguage();
  const said = useWords(words);
  const marks = new Map<number, StockAlert[]>();
  for (const alert of alerts) {
    const share = (alert.at - from) / Math.max(1, to - from);
    const place = Math.min(places - 1, Math.max(0, Math.floor(share * places)));
    marks.set(place, [...(marks.get(place) ?? []), alert]);
  }
  return (
    <ul class="alert-strip">
      {[...marks].map(([place, own]) => {
        const severity = gravest.find((one) => own.some((alert) => alert.severity === one)) ?? "info";
        const [first] = own.filter((alert) => alert.severity === severity);
        const told = own.map((alert) => `${momentText(alert.at, language)} ${alertTitle(alert, language)}`);
        return (
          <li key={place} style={{ left: `${(100 * (place + 0.5)) / places}%` }}>
            <a
              class={severity}
              href={link("alert", [first?.id ?? ""])}
              title={told.join("\n")}
              aria-label={own.length > 1 ? `${said.alertsOf(own.length)}: ${told[0]}` : told[0]}
            >
              {glyphs[severity]}
              {own.length > 1 && <sub>{own.length}</sub>}
            </a>
          </li>
        );
      })}
      {recordDays(stock)
        .filter(({ at }) => at >= from)
        .map(({ at, source, isResults }) => {
          const told = `${momentText(at, language)} ${isResults ? said.results : source}`;
          return (
            <li key={`${at} ${source}`} style={{ left: `${(100 * (at - from)) / Math.max(1, to - from)}%` }}>
              <span class="record" role="img" aria-label={told} title={told}>
                ■
              </span>
            </li>
          );
        })}
    </ul>
  );
}

export function StockComments({ stock: { comments } }: Pick<StockProps, "stock">) {
  const said = useWords(words);
  if (comments.length === 0) return null;
  return (
    <Panel title={said.matched}>
      <ol class="matched">
        {comments.map((comment) => (
          <li key={comment.part}>
            <Comment comment={comment} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Comment({ comment }: { readonly comment: MatchedComment }) {
  const said = useWords(words);
  const { part, author, name, title, body, postedAt, yes, no, alerts } = comment;
  return (
    <article>
      <h4>{title ?? `#${part}`}</h4>
      <p class="matched-body">{body}</p>
      <p class="quiet">
        {postedAt !== undefined && <Moment at={postedAt} form="full" />} #{part} {name}{" "}
        {author !== undefined && (
          <span>
            {said.author} <code>{author}</code>
          </span>
        )}{" "}
        {yes !== undefined && no !== undefined && said.votes(yes, no)}
      </p>
      <p>
        {alerts.map(({ id, rule }) => (
          <a key={id} href={link("alert", [id])}>
            {rule}
          </a>
        ))}
      </p>
    </article>
  );
}

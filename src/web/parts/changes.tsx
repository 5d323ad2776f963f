/** What an event changed, in the words of mails: the value before, an arrow, the value now. */
import type { WordRow } from "../../model/page/alerts.ts";
import "./changes.css";

interface ChangesProps {
  readonly rows: readonly WordRow[];
  /** Most rows that are shown; by default all. */
  readonly most?: number;
}

export function Changes({ rows, most = rows.length }: ChangesProps) {
  return (
    <dl class="changes">
      {rows.slice(0, most).map(({ label, was, now }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {was !== undefined && (
              <>
                <s>{was}</s> <span aria-hidden="true">→</span>{" "}
              </>
            )}
            {now}
          </dd>
        </div>
      ))}
    </dl>
  );
}

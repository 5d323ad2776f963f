/** A stock with several open alerts as one row: the gravest of them, how many, and the newest. */

import { SeverityMark } from "../../../parts/facts.tsx";

import { Moment } from "../../../parts/moment.tsx";
import { AboutLink, useStockName } from "../../../parts/names.tsx";
import { link } from "../../../state/address.ts";
import { useWords } from "../../../state/reader.ts";
import { words } from "../words.ts";
import type { StockRow as Shown } from "./list-rows.ts";
import { Pick, type PickProps } from "./pick.tsx";
import { useTitle } from "./row.tsx";

interface StockRowProps {
  readonly row: Shown;
  /** Absent for who may only read. */
  readonly pick: Omit<PickProps, "about"> | undefined;
  open(): void;
  /** Acknowledges all of its alerts that nobody knows of. */
  acknowledge(): void;
}

export function StockRow({
  row: { code, episodes, newest, isOpen },
  pick,
  open,
  acknowledge,
}: StockRowProps) {
  const said = useWords(words);
  const name = useStockName(code);
  const title = useTitle(newest);
  const firing = episodes.filter(({ state }) => state === "firing").length;
  const severity = episodes[0]?.severity;
  const called = `${code} ${name ?? ""}`.trim();
  return (
    <article class={`alert-row stock-row${firing === 0 ? " acknowledged" : ""}${pick ? "" : " unpicked"}`}>
      {pick && <Pick {...pick} about={called} />}
      <SeverityMark severity={severity} />
      <button type="button" class="title" data-main aria-expanded={isOpen} onClick={open}>
        {called} <span class="count">{said.alerts(episodes.length)}</span>
      </button>
      <p class="row-facts">
        <AboutLink subject={code} />
        <span>{said.firing(firing)}</span>
        <span>
          {said.last} <Moment at={newest.event?.time ?? newest.since} />
        </span>
      </p>
      <p class="what">
        <a href={link("alert", [newest.alert])}>{title}</a>
      </p>
      {pick && firing > 0 && (
        <button type="button" class="act" aria-label={`${said.acknowledge}: ${called}`} onClick={acknowledge}>
          {said.acknowledge}
        </button>
      )}
    </article>
  );
}

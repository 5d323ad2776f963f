/** A mass rewrite that waits for a person: what was rewritten from what to what, and the two decisions. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { HeldSampleShown, ShownSource, SourceAnswer } from "../../../model/page/sources.ts";
import { AskedAction } from "../../parts/asked-action.tsx";
import { Moment } from "../../parts/moment.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { link } from "../../shell/address.ts";
import { act } from "../../shell/calls.ts";
import { type Language, useLanguage, useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

interface QuarantineProps {
  readonly name: string;
  readonly hold: NonNullable<ShownSource["hold"]>;
  readonly held: NonNullable<SourceAnswer["held"]>;
  readonly after: string;
}

/** A field of an item that was rewritten. */
interface Rewritten {
  readonly place: string;
  readonly about: string;
  readonly label: string;
  readonly was?: string | undefined;
  readonly now: string;
}

export function Quarantine({ name, hold, held, after }: QuarantineProps) {
  const said = useWords(words);
  const language = useLanguage();
  const { events, rewrites, samples, next } = held;
  const decided = (path: string, words: (events: string) => string) => () =>
    act<{ events: number }>(path, { source: name }).then((done) => words(groupedNumber(done.events)));
  return (
    <section class="quarantine">
      <h3 class="warning">{said.quarantine}</h3>
      <p>
        {said.heldBecause(groupedNumber(hold.items))}{" "}
        {said.rewrites(groupedNumber(rewrites), groupedNumber(events))}
      </p>
      <p>
        <Moment at={hold.since} form="full" /> <q>{hold.message}</q>
      </p>
      <p class="decisions">
        <AskedAction
          label={said.release}
          about={name}
          question={said.askRelease(groupedNumber(events))}
          act={decided("control/sources/release", said.released)}
        />{" "}
        <AskedAction
          label={said.discard}
          about={name}
          question={said.askDiscard}
          act={decided("control/sources/discard", said.discarded)}
        />
      </p>
      <Table
        caption={said.samples}
        rows={rewrittenIn(samples, language)}
        columns={columnsOf(said)}
        rowKey={({ place }) => place}
      />
      <p>
        {after !== "" && <a href={link("sources", [name])}>{said.firstSamples}</a>}{" "}
        {next !== undefined && (
          <a href={link("sources", [name], { after: String(next) })}>{said.moreSamples}</a>
        )}
      </p>
    </section>
  );
}

function rewrittenIn(samples: readonly HeldSampleShown[], language: Language): Rewritten[] {
  return samples.flatMap(({ subject, name, rows }, index) =>
    rows[language].map((row, place) => ({
      ...row,
      place: `${index} ${place}`,
      about: name === undefined ? subject : `${subject} ${name}`,
    })),
  );
}

function columnsOf(said: (typeof words)["en"]): Column<Rewritten>[] {
  return [
    { key: "about", title: said.subject, value: ({ about }) => about },
    { key: "label", title: said.field, value: ({ label }) => label },
    { key: "was", title: said.from, value: ({ was }) => was, isNumber: true },
    { key: "now", title: said.to, value: ({ now }) => now, isNumber: true },
  ];
}

/** The gallery: rules to take over, by what they are about, each with an example mail and what it would have sent. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { GalleryAnswer, GalleryMonth, GalleryRule } from "../../../model/page/gallery.ts";
import { gallerySubjects, gallerySubjectWords } from "../../../model/page/gallery-words.ts";
import { TrialFailed, WhenAnswered } from "../../parts/answered.tsx";
import { Tag } from "../../parts/facts.tsx";
import { TextField } from "../../parts/fields.tsx";
import { link, refine } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { useTrial } from "../../state/trial.ts";
import type { View, ViewProps } from "../view.ts";
import { RuleForm } from "./form.tsx";
import { galleryWords } from "./words.ts";
import "./gallery.css";

function Gallery({ rest: [name], query }: ViewProps) {
  const language = useLanguage();
  const words = useWords(galleryWords);
  const answered = useAnswer<GalleryAnswer>("api/gallery", { language });
  return (
    <div class="gallery">
      {name === undefined && <h2>{words.title}</h2>}
      <WhenAnswered of={answered}>
        {({ rules, month }) => {
          const chosen = rules.find((rule) => rule.name === name);
          return chosen === undefined ? (
            <AllRules rules={rules} counted={month} query={query} />
          ) : (
            <RuleForm key={chosen.name} rule={chosen} />
          );
        }}
      </WhenAnswered>
    </div>
  );
}

const paths = { run: "api/gallery/month", cancel: "api/gallery/month/cancel" };

interface AllProps {
  readonly rules: readonly GalleryRule[];
  /** What was counted before. */
  readonly counted: GalleryMonth | undefined;
  readonly query: URLSearchParams;
}

function AllRules({ rules, counted, query }: AllProps) {
  const words = useWords(galleryWords);
  const language = useLanguage();
  const { answer, error, start } = useTrial<object, GalleryMonth>(paths);
  const month = (answer?.state === "done" ? answer.result : counted)?.rules;
  const found = rules.filter((rule) => isFound(rule, query.get("text") ?? ""));
  return (
    <>
      <p class="quiet">{words.about}</p>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          start({});
        }}
      >
        <TextField
          label={words.find}
          type="search"
          value={query.get("text") ?? ""}
          change={(text) => refine({ path: "gallery", rest: [], query }, { text })}
        />
        <button type="submit">{words.count}</button>
        {answer?.state === "running" && (
          <span role="status">{words.counting(groupedNumber(answer.done), groupedNumber(answer.all))}</span>
        )}
      </form>
      <TrialFailed answer={answer} error={error} />
      {found.length === 0 && <p>{words.none}</p>}
      {gallerySubjects.map((subject) => {
        const own = found.filter((rule) => rule.subject === subject);
        if (own.length === 0) return null;
        return (
          <section key={subject} aria-label={gallerySubjectWords[language][subject]}>
            <h3>{gallerySubjectWords[language][subject]}</h3>
            <ul class="cards">
              {own.map((rule) => (
                <Card key={rule.name} rule={rule} month={month} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function isFound({ name, displayName, about }: GalleryRule, text: string): boolean {
  const folded = (written: string) => written.normalize("NFKC").toLowerCase();
  const own = folded([name, ...Object.values(displayName), ...Object.values(about)].join(" "));
  return folded(text)
    .split(/\s+/)
    .every((word) => own.includes(word));
}

interface CardProps {
  readonly rule: GalleryRule;
  /** Undefined: nothing was counted. */
  readonly month: GalleryMonth["rules"] | undefined;
}

function Card({ rule: { name, displayName, about, mail, lacks, from }, month }: CardProps) {
  const words = useWords(galleryWords);
  const language = useLanguage();
  const counted = month?.[name];
  return (
    <li>
      <h4>
        {displayName[language]} <code class="quiet">{name}</code>
      </h4>
      <p>{about[language]}</p>
      <p class="marks">
        {from === "desk" && <Tag tone="quiet">{words.fromDesk}</Tag>}
        {lacks.map(({ source }) => (
          <Tag key={source} tone="warning">
            {words.lacks(source)}
          </Tag>
        ))}
      </p>
      {month !== undefined && (
        <p>{counted === undefined ? words.uncounted : words.month(counted.mails, counted.alerts)}</p>
      )}
      {mail && (
        <details>
          <summary>{words.example}</summary>
          <p>{mail.title}</p>
          <pre>{mail.text}</pre>
        </details>
      )}
      <a href={link("gallery", [name])} aria-label={`${words.use}: ${displayName[language]}`}>
        {words.use}
      </a>
    </li>
  );
}

export const galleryView: View = {
  path: "gallery",
  words: galleryWords,
  inMenu: true,
  Page: Gallery,
};

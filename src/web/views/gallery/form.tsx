/** The form of one rule: its parameters, what they make of it, the mails of last month with them, and a save. */
import { useEffect, useState } from "preact/hooks";
import type { BenchSaveAnswer, BenchTryAsked, BenchTryResult } from "../../../model/page/bench.ts";
import type {
  FilledRule,
  FormValue,
  GalleryNow,
  GalleryParam,
  GalleryRule,
} from "../../../model/page/gallery.ts";
import { nowWords, paramHint } from "../../../model/page/gallery-words.ts";
import { Action, Failed, TrialFailed } from "../../parts/answered.tsx";
import { BackLink } from "../../parts/names.tsx";
import { link } from "../../state/address.ts";
import { act, type CallError, callErrorOf, useAnswer } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { useTrial } from "../../state/trial.ts";
import { galleryWords } from "./words.ts";

const quietMs = 400;
const tryPaths = { run: "api/bench/try", cancel: "api/bench/cancel" };

type Values = Readonly<Record<string, FormValue>>;

export function RuleForm({ rule }: { readonly rule: GalleryRule }) {
  const { displayName, about, params, lacks } = rule;
  const words = useWords(galleryWords);
  const language = useLanguage();
  const [values, setValues] = useState<Values>(
    Object.fromEntries(params.map((one) => [one.name, one.value])),
  );
  const { filled, error, fill } = useFilled(rule.name, values);
  const answered = useAnswer<GalleryNow>("api/gallery/now", { rule: rule.name });
  // Without them the form is as good.
  const now = answered.state === "answered" ? answered.answer.params : {};
  return (
    <>
      <BackLink to="gallery">{words.all}</BackLink>
      <h2>{displayName[language]}</h2>
      <p>{about[language]}</p>
      {lacks.length > 0 && (
        <div class="failed">
          <p>{words.lacksAbout}</p>
          <pre>{lacks.map(({ yaml }) => yaml).join("")}</pre>
        </div>
      )}
      <form class="form" aria-label={words.params} onSubmit={(event) => event.preventDefault()}>
        {params.length === 0 && <p class="quiet">{words.noParams}</p>}
        {params.map((param) => (
          <Field
            key={param.name}
            param={param}
            now={nowWords(now[param.name] ?? [], param, language)}
            value={values[param.name] ?? param.value}
            change={(value) => setValues((last) => ({ ...last, [param.name]: value }))}
          />
        ))}
      </form>
      {error && <Failed error={error} />}
      <Trial filled={filled} />
      <Keep fill={fill} />
      {filled && <Written filled={filled} />}
    </>
  );
}

/** The rule that the values make, shortly after they were typed. */
function useFilled(template: string, params: Values) {
  const [known, setKnown] = useState<{ readonly filled?: FilledRule; readonly error?: CallError }>({});
  const fill = () => act<FilledRule>("api/gallery/fill", { template, params });
  useEffect(() => {
    let isOver = false;
    const hear = (next: typeof known) => {
      if (!isOver) setKnown((last) => (next.error ? { ...last, ...next } : next));
    };
    const timer = setTimeout(() => {
      fill().then(
        (filled) => hear({ filled }),
        (refused: unknown) => hear({ error: callErrorOf(refused) }),
      );
    }, quietMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [params]);
  return { ...known, fill };
}

/** The save, and where the rule is then. */
function Keep({ fill }: { fill(): Promise<FilledRule> }) {
  const words = useWords(galleryWords);
  const [saved, setSaved] = useState<BenchSaveAnswer>();
  const save = async () => {
    const { text, file, desk } = await fill();
    const answer = await act<BenchSaveAnswer>("api/bench/save", { text, file, ...(desk && { desk }) });
    setSaved(answer);
    return words.saved(answer.file);
  };
  if (saved === undefined)
    return (
      <p>
        <Action label={words.save} act={save} />
      </p>
    );
  return (
    <p role="status">
      {words.saved(saved.file)} <a href={link("bench", [saved.name])}>{words.bench}</a>
    </p>
  );
}

function Written({ filled: { text, file, besides } }: { readonly filled: FilledRule }) {
  const words = useWords(galleryWords);
  return (
    <details>
      <summary>
        {words.text} ({words.into(file)})
      </summary>
      {besides.length > 0 && (
        <p>
          {words.besides}: <code>{besides.join(", ")}</code>
        </p>
      )}
      <pre>{text}</pre>
    </details>
  );
}

interface FieldProps {
  readonly param: GalleryParam;
  /** What stands now; "" where it is not known. */
  readonly now: string;
  readonly value: FormValue;
  change(value: FormValue): void;
}

function Field({ param, now, value, change }: FieldProps) {
  const words = useWords(galleryWords);
  const language = useLanguage();
  const hint = paramHint(param, language);
  const label = `${param.about[language]}${hint === "" ? "" : ` (${hint})`}`;
  if (typeof param.value === "boolean")
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />{" "}
        {label}
      </label>
    );
  const hear = ({ currentTarget: { value: text } }: { readonly currentTarget: { readonly value: string } }) =>
    change(typeof param.value === "number" && text !== "" ? Number(text) : text);
  if (typeof param.value !== "object")
    return (
      <label>
        {label} <input {...inputProps(param)} value={String(value)} onInput={hear} />
        {now !== "" && <span class="quiet">{words.now(now)}</span>}
      </label>
    );
  return (
    <label>
      {label} ({words.list}){" "}
      <textarea
        rows={4}
        onInput={({ currentTarget }) =>
          change(currentTarget.value.split(/\s*\n\s*/).filter((word) => word !== ""))
        }
        defaultValue={param.value.join("\n")}
      />
    </label>
  );
}

function inputProps({ value, min, max }: GalleryParam) {
  if (typeof value !== "number") return { type: "text", maxLength: 200 } as const;
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return { type: "number", step: "any", required: true, ...bounds } as const;
}

/** The mails that the rule would have sent with the values of now, asked for by hand. */
function Trial({ filled }: { readonly filled: FilledRule | undefined }) {
  const words = useWords(galleryWords);
  const { answer, error, start } = useTrial<BenchTryAsked, BenchTryResult>(tryPaths);
  const begin = ({ text, desk }: FilledRule) =>
    start({ text, over: "log", since: "30d", ...(desk && { desk }) });
  return (
    <div>
      <button type="button" disabled={filled === undefined} onClick={() => filled && begin(filled)}>
        {words.try}
      </button>
      <TrialFailed answer={answer} error={error} />
      {answer?.state === "running" && <p role="status">{words.trying}</p>}
      {answer?.state === "done" && (
        <div role="status">
          <p>{words.tried(answer.result.edited.mails, answer.result.edited.alerts)}</p>
          {answer.result.mails.length > 0 && (
            <details open>
              <summary>{words.mails}</summary>
              {answer.result.mails.map(({ time, title, text }) => (
                <article key={`${time}${title}`}>
                  <h3>{title}</h3>
                  <pre>{text}</pre>
                </article>
              ))}
            </details>
          )}
        </div>
      )}
    </div>
  );
}

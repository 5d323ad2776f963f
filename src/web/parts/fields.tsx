/** Fields that views share: those that narrow a view down stand in the address, so that what is seen can be shared. */
import type { ComponentChildren, Ref } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { refine, useAddress } from "../state/address.ts";
import { useNarrow, useWords } from "../state/reader.ts";
import { useRuleName, useWatched } from "./names.tsx";
import { partWords } from "./words.ts";
import "./fields.css";

interface FiltersProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** On a telephone they are folded away until one asks for them. */
function Filters({ label, children }: FiltersProps) {
  const fields = (
    <search class="filters" aria-label={label}>
      {children}
    </search>
  );
  if (!useNarrow()) return fields;
  return (
    <details class="folded">
      <summary>{label}</summary>
      {fields}
    </details>
  );
}

interface FieldProps {
  /** Name in the address. */
  readonly name: string;
  readonly label: string;
}

interface ChoiceProps extends FieldProps {
  /** Each value with its words. */
  readonly options: readonly (readonly [value: string, words: string])[];
  /** The words for no choice. */
  readonly all: string;
}

/** A choice among a few. A value of the address that is none of them is kept and shown as it is. */
function Choice({ name, label, options, all }: ChoiceProps) {
  const address = useAddress();
  const value = address.query.get(name) ?? "";
  const isKnown = value === "" || options.some(([one]) => one === value);
  const own = isKnown ? [] : [[value, value] as const];
  return (
    <Select
      label={label}
      value={value}
      options={[["", all], ...own, ...options]}
      change={(chosen) => refine(address, { [name]: chosen })}
    />
  );
}

const typingMs = 250;

/** A text that people type; the address has it once they pause. */
function Typed({ name, label, type = "search" }: FieldProps & { readonly type?: "search" | "date" }) {
  const address = useAddress();
  const current = useRef(address);
  current.current = address;
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef(0);
  const value = address.query.get(name) ?? "";
  useEffect(() => {
    // What came from elsewhere, such as a link, and never what is being typed.
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const typed = (text: string) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(
      () => refine(current.current, { [name]: text }),
      typingMs,
    ) as unknown as number;
  };
  return (
    <label>
      {label}
      <input
        ref={input}
        {...({ type } as { type: "search" })}
        defaultValue={value}
        autocomplete="off"
        onInput={(event) => typed(event.currentTarget.value)}
      />
    </label>
  );
}

/** The span that is offered first for how long alerts are to be quiet. */
export const usualSpan = "3h";

interface SpanFieldProps {
  readonly value: string;
  /** The words of an end that is no span of time; absent: there is none. */
  readonly other?: string | undefined;
  change(span: string): void;
}

export function SpanField({ value, other, change }: SpanFieldProps) {
  const words = useWords(partWords);
  const options = Object.entries(words.spans);
  if (other !== undefined) options.push([otherEnd, other]);
  return <Select label={words.howLong} value={value} options={options} change={change} />;
}

/** The value of a span field whose end is no span of time. */
export const otherEnd = "other";

interface SelectProps {
  readonly label: string;
  readonly value: string;
  /** Each value with its words. */
  readonly options: readonly (readonly [value: string, words: string])[];
  change(value: string): void;
}

export function Select({ label, value, options, change }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {options.map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  change(text: string): void;
  /** Class of the whole. */
  readonly class?: string;
  readonly type?: "text" | "search" | "password";
  readonly field?: Ref<HTMLInputElement>;
  readonly title?: string;
  readonly size?: number;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly pattern?: string;
  readonly autocomplete?: "off" | "name" | "current-password";
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A text that is told with each letter. */
export function TextField({
  label,
  class: kind,
  type = "text",
  field = null,
  change,
  ...own
}: TextFieldProps) {
  return (
    <label class={kind}>
      {label}{" "}
      <input
        {...own}
        {...({ type } as { type: "text" })}
        ref={field}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}

type FilterName = Exclude<keyof typeof partWords.en.filters, "all">;

interface AlertFiltersProps {
  readonly label: string;
  /** In their order. */
  readonly names: readonly FilterName[];
}

/** Fields by which alerts are searched. */
export function AlertFilters({ label, names }: AlertFiltersProps) {
  const { filters: words, severities, states } = useWords(partWords);
  const { rules, sources, watchlists } = useWatched();
  const ruleName = useRuleName();
  const named = (all: readonly string[]) => all.map((one) => [one, one] as const);
  const options: Readonly<Partial<Record<FilterName, ChoiceProps["options"]>>> = {
    severity: Object.entries(severities).toReversed(),
    state: Object.entries(states).filter(([state]) => state !== "over"),
    watchlist: named(watchlists),
    source: named(sources),
    rule: rules.map((rule) => [rule, ruleName(rule)]),
  };
  return (
    <Filters label={label}>
      {names.map((name) => {
        const own = options[name];
        if (own) return <Choice key={name} name={name} label={words[name]} all={words.all} options={own} />;
        const type = name === "from" || name === "to" ? "date" : "search";
        return <Typed key={name} name={name} label={words[name]} type={type} />;
      })}
    </Filters>
  );
}

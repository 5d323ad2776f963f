/** One search over stocks, series, rules and alerts: a combobox, whose list the arrow keys walk. */
import type { ComponentChildren, Ref } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Failed } from "../../parts/answered.tsx";
import { onElsewhere } from "../../parts/dialog.tsx";
import { SeverityMark } from "../../parts/facts.tsx";
import { link } from "../../state/address.ts";
import { useWords } from "../../state/reader.ts";
import { shellWords } from "../words.ts";
import { type FoundAll, type FoundGroup, type SearchHit, useFound } from "./found.ts";
import "./search.css";

/** A line of the list that can be chosen. */
interface Option {
  readonly id: string;
  readonly address: string;
}

export function SearchField({ field }: { readonly field: Ref<HTMLInputElement> }) {
  const words = useWords(shellWords).search;
  const id = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const found = useFound(isOpen ? text : "");
  const options = optionsOf(found.groups, id, text);
  const isShown = isOpen && text.trim() !== "";
  const { walkedTo, walk, setActive } = useWalk(options, () => setOpen(true));
  const choose = (address: string) => {
    location.hash = address;
    setText("");
    setOpen(false);
    setActive("");
    document.getElementById("main")?.focus();
  };
  const pressed = pressing({
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    Enter: () => {
      const one = walkedTo ?? options[0];
      if (one !== undefined) choose(one.address);
    },
    Escape: () => {
      if (isShown) setOpen(false);
      else setText("");
      setActive("");
    },
  });
  const box = useRef<HTMLElement>(null);
  useEffect(() => (box.current ? onElsewhere(box.current, () => setOpen(false)) : undefined), []);
  return (
    <search class="site-search" ref={box}>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={words.label}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-keyshortcuts="/"
        {...(walkedTo && isShown && { "aria-activedescendant": walkedTo.id })}
        placeholder={words.hint}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setOpen(true);
          setActive("");
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={pressed}
      />
      {isShown && <Results found={found} text={text} id={id} active={walkedTo?.id} choose={choose} />}
    </search>
  );
}

/** Which of the lines the arrow keys are at; what was walked to may be gone with the next letter. */
function useWalk(options: readonly Option[], walked: () => void) {
  const [active, setActive] = useState("");
  const walkedTo = options.find((one) => one.id === active);
  const walk = (by: number) => {
    const place = walkedTo === undefined ? (by > 0 ? -1 : 0) : options.indexOf(walkedTo);
    setActive(options[(place + by + options.length) % options.length]?.id ?? "");
    walked();
  };
  return { walkedTo, walk, setActive };
}

/** Hears keys that act, unless they choose letters of a word that is being written. */
function pressing(acts: Readonly<Record<string, () => void>>): (event: KeyboardEvent) => void {
  return (event) => {
    const act = event.isComposing ? undefined : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}

interface ResultsProps {
  readonly found: FoundAll;
  readonly text: string;
  readonly id: string;
  readonly active: string | undefined;
  choose(address: string): void;
}

function Results({ found: { groups, isAsking, error }, text, id, active, choose }: ResultsProps) {
  const words = useWords(shellWords).search;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const option = (optionId: string, address: string, children: ComponentChildren, kind = "") => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys of its list
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      key={optionId}
      id={optionId}
      role="option"
      class={kind}
      aria-selected={optionId === active}
      onClick={() => choose(address)}
    >
      {children}
    </div>
  );
  const count = groups.reduce((sum, { found }) => sum + found.length, 0);
  return (
    <div class="results">
      {error && <Failed error={error} />}
      <p class="quiet" role="status">
        {isAsking ? (
          words.asking
        ) : count === 0 ? (
          words.none
        ) : (
          <span class="visually-hidden">{words.count(count)}</span>
        )}
      </p>
      <div role="listbox" id={`${id}-list`} aria-label={words.results} ref={list}>
        {groups.map(({ kind, found, more }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <h2 id={`${id}-${kind}`} role="presentation">
              {words.kinds[kind]}
            </h2>
            {found.map((one) => option(idOf(id, one), one.address, <Line of={one} />))}
            {more !== undefined && option(`${id}-${kind}-more`, more, words.more[kind], "more")}
          </div>
        ))}
        {option(`${id}-over`, overAddress(text), words.over(text.trim()), "more")}
      </div>
    </div>
  );
}

function Line({ of: { name, code, severity } }: { readonly of: SearchHit }) {
  return (
    <>
      {severity !== undefined && <SeverityMark severity={severity} />}
      <span class="code">{code}</span> <span class="name">{name}</span>
    </>
  );
}

function idOf(id: string, { address }: SearchHit): string {
  // An id must not have blanks.
  return `${id}-${encodeURIComponent(address)}`;
}

/** The lines in the order in which they stand; the last one searches what is over. */
function optionsOf(groups: readonly FoundGroup[], id: string, text: string): Option[] {
  if (text.trim() === "") return [];
  const found = groups.flatMap(({ kind, found, more }) => [
    ...found.map((one) => ({ id: idOf(id, one), address: one.address })),
    ...(more === undefined ? [] : [{ id: `${id}-${kind}-more`, address: more }]),
  ]);
  return [...found, { id: `${id}-over`, address: overAddress(text) }];
}

function overAddress(text: string): string {
  return link("ended", [], { text: text.trim() });
}

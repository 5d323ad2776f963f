/** Keys that act without a field: what hears them, the list of them, and the switch for those who press them unmeant. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import { useWords } from "../state/reader.ts";
import { shellWords } from "./words.ts";
import "./keys.css";

/** What a key does, by the name that the browser gives it, such as `j`, `/` or `Escape`. */
type KeyActions = Readonly<Record<string, () => void>>;

const key = "yagura.keys";

function areOn(): boolean {
  return localStorage.getItem(key) !== "off";
}

/** Hears keys while the view is shown, unless they are typed into a field or belong to a dialog. */
export function useKeys(keys: KeyActions): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const act = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      if (act === undefined || !isMeant(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

function isMeant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return false;
  return event.key.length > 1 || areOn();
}

const unwritten = ["checkbox", "radio", "button", "submit", "reset"];

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !unwritten.includes(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** The list of keys, opened by `?`. */
export function KeysHelp({ close }: { close(): void }) {
  const words = useWords(shellWords).keys;
  const [isOn, setOn] = useState(areOn);
  const turn = (on: boolean) => {
    localStorage.setItem(key, on ? "on" : "off");
    setOn(on);
  };
  return (
    <Dialog title={words.title} close={close}>
      <dl class="keys">
        {words.list.map(([name, does]) => (
          <div key={name}>
            <dt>
              <kbd>{name}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        {words.on}
      </label>
      <p class="buttons">
        <button type="button" onClick={close}>
          {words.close}
        </button>
      </p>
    </Dialog>
  );
}

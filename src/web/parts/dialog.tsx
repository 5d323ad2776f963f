/** What opens above the page: a dialog that keeps the keyboard, and what closes where one goes on elsewhere. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  /** Called once it is closed, however that came. */
  close(): void;
  readonly children: ComponentChildren;
}

/** Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** Calls where one goes on outside of a box. Returns what ends that. */
export function onElsewhere(box: HTMLElement, left: () => void): () => void {
  const moved = ({ target }: Event) => {
    if (target instanceof Node && !box.contains(target)) left();
  };
  document.addEventListener("pointerdown", moved);
  document.addEventListener("focusin", moved);
  return () => {
    document.removeEventListener("pointerdown", moved);
    document.removeEventListener("focusin", moved);
  };
}

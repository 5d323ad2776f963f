/** Buttons that open papers: each asks for its address when it is clicked, since addresses expire within minutes. */
import { useState } from "preact/hooks";
import type { Papers } from "../../model/page/stock.ts";
import { ask, type CallError, callErrorOf } from "../state/calls.ts";
import { useWords } from "../state/reader.ts";
import { Failed } from "./answered.tsx";
import { partWords } from "./words.ts";

export function PaperButtons({ number, papers }: Papers) {
  const words = useWords(partWords).papers;
  const [error, setError] = useState<CallError>();
  const open = (paper: string) => {
    setError(undefined);
    // Opened by the click itself: browsers stop windows that open later.
    const opened = window.open("about:blank", "_blank");
    if (opened !== null) opened.opener = null;
    ask<{ readonly url: string }>("api/paper", { number, paper }).then(
      ({ url }) => {
        if (opened !== null) opened.location.replace(url);
        else location.assign(url);
      },
      (reason: unknown) => {
        opened?.close();
        setError(callErrorOf(reason));
      },
    );
  };
  return (
    <>
      {papers.map((paper) => (
        <button key={paper} type="button" class="plain" onClick={() => open(paper)}>
          {words[paper] ?? paper}
        </button>
      ))}
      {error && <Failed error={error} />}
    </>
  );
}

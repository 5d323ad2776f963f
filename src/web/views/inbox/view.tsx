/** The inbox: open alerts, the gravest first. */
import { useWords } from "../../shell/language.tsx";
import { useLive } from "../../shell/live.ts";
import type { View } from "../view.ts";
import { words } from "./words.ts";

function Inbox() {
  const { episodes } = useLive();
  const said = useWords(words);
  if (episodes === undefined) return <p class="quiet">{said.reading}</p>;
  if (episodes.length === 0) return <p>{said.none}</p>;
  return (
    <ol class="entries">
      {episodes.map(({ alert, event }) => (
        <li key={alert}>
          <strong>{String(event?.data.now.title ?? "")}</strong>
        </li>
      ))}
    </ol>
  );
}

export const inbox: View = { path: "inbox", title: { en: "Inbox", ja: "受信箱" }, inMenu: true, Page: Inbox };

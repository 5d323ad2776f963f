/** The frame around every view: menu, state of the connection, the reader's settings, and the way in. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Language } from "../../model/language.ts";
import { machineWords } from "../../model/page/machine.ts";
import type { AboutAnswer } from "../../model/page/sources.ts";
import { ShownMoment } from "../parts/moment.tsx";
import { WatchedNames } from "../parts/names.tsx";
import { type Address, link, useAddress } from "../state/address.ts";
import { answerIn, useAnswer } from "../state/calls.ts";
import { LiveContext, useFeed, useLive } from "../state/live.ts";
import {
  browserLanguage,
  chosenLanguage,
  LanguageContext,
  rememberLanguage,
  SessionContext,
  useLanguage,
  useNarrow,
  useOwnSession,
  useSession,
  useWords,
} from "../state/reader.ts";
import type { View } from "../views/view.ts";
import { AnsweringContext, NameContext, UndoBar, useNameAsking, useOwnAnswering } from "./answers.tsx";
import { KeysHelp, useKeys } from "./keys.tsx";
import { SearchField } from "./search/search.tsx";
import { notice, rememberedNotices, Settings, SignIn } from "./settings.tsx";
import { shellWords } from "./words.ts";
import "./shell.css";

/** @param views in the order of the menu; the first is shown where the address names none */
export function Shell({ views }: { readonly views: readonly [View, ...View[]] }) {
  const [chosen, setChosen] = useState(chosenLanguage);
  const [notices, setNotices] = useState(rememberedNotices);
  const address = useAddress();
  const session = useOwnSession();
  const { standing, count, look } = session;
  const language = chosen ?? standing?.person?.language ?? browserLanguage();
  const mayRead = standing !== undefined && standing.right !== null;
  const live = useFeed({
    session: mayRead ? count : undefined,
    fired: (alert) => void notice(alert, notices, language),
    lost: look,
  });
  const view = address.path === "" ? views[0] : views.find(({ path }) => path === address.path);
  const words = shellWords[language];
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${view?.words[language].title ?? words.unknown} · Yagura`;
  }, [language, view]);
  const setLanguage = (next: Language) => {
    rememberLanguage(next);
    setChosen(next);
  };
  return (
    <LanguageContext.Provider value={language}>
      <SessionContext.Provider value={session}>
        <LiveContext.Provider value={live}>
          <Frame
            {...{ views, address, view, mayRead }}
            settings={<Settings notices={notices} setLanguage={setLanguage} setNotices={setNotices} />}
          />
        </LiveContext.Provider>
      </SessionContext.Provider>
    </LanguageContext.Provider>
  );
}

interface FrameProps {
  readonly views: readonly View[];
  readonly address: Address;
  readonly view: View | undefined;
  readonly mayRead: boolean;
  readonly settings: ComponentChildren;
}

function Frame({ views, address, view, mayRead, settings }: FrameProps) {
  const words = useWords(shellWords);
  const [naming, nameDialog] = useNameAsking();
  const answering = useOwnAnswering(naming);
  const search = useRef<HTMLInputElement>(null);
  const [hasHelp, setHelp] = useState(false);
  useKeys({
    "/": () => search.current?.focus(),
    "?": () => setHelp(true),
    z: () => answering.queue.undo(),
  });
  return (
    <NameContext.Provider value={naming}>
      <AnsweringContext.Provider value={answering}>
        <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
          {words.skip}
        </button>
        <header>
          <h1>
            <a class="home" href={link("")}>
              櫓 Yagura
            </a>
          </h1>
          <Menu views={views} current={view?.path} />
          {mayRead && <SearchField field={search} />}
          <div class="standing">
            <Connection />
            {settings}
          </div>
        </header>
        {mayRead && <Machine />}
        <SimulatedDays />
        <Missed />
        <main id="main" tabIndex={-1}>
          <Content {...{ address, view, mayRead }} />
        </main>
        <UndoBar />
        <footer>
          {words.times}{" "}
          <button type="button" class="plain" aria-keyshortcuts="?" onClick={() => setHelp(true)}>
            {words.keys.open}
          </button>
          {mayRead && <Credits />}
        </footer>
        {nameDialog}
        {hasHelp && <KeysHelp close={() => setHelp(false)} />}
      </AnsweringContext.Provider>
    </NameContext.Provider>
  );
}

/** What services want to be said of their data. */
function Credits() {
  const language = useLanguage();
  const { credits = [] } = answerIn(useAnswer<AboutAnswer>("api/about")) ?? {};
  return (
    <>
      {credits.map((credit) => (
        <p key={credit.en} class="credit">
          {credit[language]}
        </p>
      ))}
    </>
  );
}

/** What stands in the frame: the view, the way in, or that there is no such view. */
function Content({ address, view, mayRead }: Pick<FrameProps, "address" | "view" | "mayRead">) {
  const words = useWords(shellWords);
  const { standing, count } = useSession();
  const kept = useRef(new Map<string, string>());
  if (standing === undefined) return null;
  if (!mayRead)
    return (
      <>
        <h2>{words.signIn}</h2>
        <SignIn about={words.signInAbout} />
      </>
    );
  if (view === undefined)
    return (
      <>
        <h2>{words.unknown}</h2>
        <p>
          <a href={link("inbox")}>{words.toInbox}</a>
        </p>
      </>
    );
  return (
    <WatchedNames key={count} view={view.path}>
      <view.Page rest={address.rest} query={address.query} kept={kept.current} />
    </WatchedNames>
  );
}

interface MenuProps {
  readonly views: readonly View[];
  readonly current: string | undefined;
}

/** A row of links; on a telephone it opens by a button, and closes once one is chosen. */
function Menu({ views, current }: MenuProps) {
  const words = useWords(shellWords);
  const language = useLanguage();
  const { path } = useAddress();
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <nav aria-label={words.views}>
      {isNarrow && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.menu}
        </button>
      )}
      {(isOpen || !isNarrow) && (
        <ul>
          {views
            .filter(({ inMenu }) => inMenu)
            .map((view) => (
              <li key={view.path}>
                <a href={link(view.path)} aria-current={view.path === current ? "page" : undefined}>
                  {view.words[language].title}
                </a>
              </li>
            ))}
        </ul>
      )}
    </nav>
  );
}

/** The state of the connection in words: up to date, or behind and since when; and what is simulated. */
function Connection() {
  const { state, behindSince, simulated } = useLive();
  const words = useWords(shellWords);
  return (
    <>
      {simulated.length > 0 && <strong class="badge">SIMULATED: {simulated.join(", ")}</strong>}
      <span class={`connection ${state.phase === "live" ? "live" : "lost"}`} role="status">
        {state.phase === "live" ? (
          words.live
        ) : state.phase === "closed" ? (
          words.closed(state.reason)
        ) : behindSince !== undefined ? (
          <>
            {words.behindSince} <ShownMoment at={behindSince} form="clock" />, {words.trying}
          </>
        ) : (
          (state.phase === "connecting" && words.connecting) || `${words.notLive}, ${words.trying}`
        )}
      </span>
    </>
  );
}

const machineMs = 5_000;

/** Through which machine of a cluster one looks, and how far it is behind. */
function Machine() {
  const language = useLanguage();
  const [looks, setLooks] = useState(0);
  const { cluster } = answerIn(useAnswer<AboutAnswer>("api/about", {}, looks)) ?? {};
  const isOne = cluster !== undefined;
  useEffect(() => {
    if (!isOne) return;
    const timer = setInterval(() => setLooks((count) => count + 1), machineMs);
    return () => clearInterval(timer);
  }, [isOne]);
  return isOne ? <p class="quiet">{machineWords(cluster, language)}</p> : null;
}

/** Why the days of made-up data are none of the clock's. */
function SimulatedDays() {
  const { simulated } = useLive();
  const words = useWords(shellWords);
  return simulated.length === 0 ? null : <p class="quiet simulated-days">{words.simulatedDays}</p>;
}

/** What could not be had any more, until the reader has taken note of it. */
function Missed() {
  const { gap } = useLive();
  const words = useWords(shellWords);
  const [noted, note] = useState<typeof gap>();
  if (gap === undefined || gap === noted || gap.to < gap.from) return null;
  return (
    <p class="gap" role="alert">
      {words.gap(gap.from, gap.to)}{" "}
      <button type="button" onClick={() => note(gap)}>
        {words.dismiss}
      </button>
    </p>
  );
}

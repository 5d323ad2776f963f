/** The frame around every view: menu, state of the connection, the reader's settings, and the way in. */
/// <reference lib="dom" />
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { RuleNames } from "../parts/rule-name.tsx";
import { views } from "../views/index.ts";
import type { View } from "../views/view.ts";
import { type Address, link, useAddress } from "./address.ts";
import { AnsweringContext, useOwnAnswering } from "./answers/answers.tsx";
import { Connection, Missed, SimulatedDays } from "./connection.tsx";
import { KeysHelp, useKeys } from "./keys.tsx";
import {
  type Language,
  LanguageContext,
  rememberedLanguage,
  rememberLanguage,
  useWords,
} from "./language.tsx";
import { LiveContext, useFeed } from "./live.ts";
import { Menu } from "./menu.tsx";
import { NameContext, useNameAsking } from "./name.tsx";
import { notice, rememberedNotices } from "./notices.ts";
import { Search } from "./search/search.tsx";
import { SessionContext, useOwnSession, useSession } from "./session.ts";
import { Settings } from "./settings.tsx";
import "./shell.css";
import { UndoBar } from "./answers/undo-bar.tsx";
import { SignIn } from "./sign-in.tsx";
import { words } from "./words.ts";

export function Shell() {
  const [language, setLanguage] = useState<Language>(rememberedLanguage);
  const [notices, setNotices] = useState(rememberedNotices);
  const address = useAddress();
  const session = useOwnSession();
  const { standing, count, look } = session;
  const mayRead = standing !== undefined && standing.right !== null;
  const live = useFeed({
    session: mayRead ? count : undefined,
    fired: (alert) => void notice(alert, notices, language),
    lost: look,
  });
  const view = address.path === "" ? views[0] : views.find(({ path }) => path === address.path);
  const said = words[language];
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${view?.title[language] ?? said.unknown} · Yagura`;
    rememberLanguage(language);
  }, [language, view]);
  return (
    <LanguageContext.Provider value={language}>
      <SessionContext.Provider value={session}>
        <LiveContext.Provider value={live}>
          <Frame
            {...{ address, view, mayRead }}
            settings={<Settings notices={notices} setLanguage={setLanguage} setNotices={setNotices} />}
          />
        </LiveContext.Provider>
      </SessionContext.Provider>
    </LanguageContext.Provider>
  );
}

interface FrameProps {
  readonly address: Address;
  readonly view: View | undefined;
  readonly mayRead: boolean;
  readonly settings: ComponentChildren;
}

function Frame({ address, view, mayRead, settings }: FrameProps) {
  const said = useWords(words);
  const { standing, count } = useSession();
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
          {said.skip}
        </button>
        <header>
          <h1>
            <a class="home" href={link("")}>
              櫓 Yagura
            </a>
          </h1>
          <Menu current={view?.path} />
          {mayRead && <Search field={search} />}
          <div class="standing">
            <Connection />
            {settings}
          </div>
        </header>
        <SimulatedDays />
        <Missed />
        <main id="main" tabIndex={-1}>
          {standing === undefined ? null : !mayRead ? (
            <>
              <h2>{said.signIn}</h2>
              <SignIn about={said.signInAbout} />
            </>
          ) : view === undefined ? (
            <>
              <h2>{said.unknown}</h2>
              <p>
                <a href={link("inbox")}>{said.toInbox}</a>
              </p>
            </>
          ) : (
            <RuleNames key={count} view={view.path}>
              <view.Page rest={address.rest} query={address.query} />
            </RuleNames>
          )}
        </main>
        <UndoBar />
        <footer>
          {said.times}{" "}
          <button type="button" class="plain" aria-keyshortcuts="?" onClick={() => setHelp(true)}>
            {said.keys.open}
          </button>
        </footer>
        {nameDialog}
        {hasHelp && <KeysHelp close={() => setHelp(false)} />}
      </AnsweringContext.Provider>
    </NameContext.Provider>
  );
}

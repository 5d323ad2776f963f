/** The frame around every view: menu, state of the connection, language and theme. */
/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import { views } from "../views/index.ts";
import { link, useAddress } from "./address.ts";
import { Connection } from "./connection.tsx";
import { type Language, LanguageContext, rememberedLanguage, rememberLanguage } from "./language.tsx";
import { LiveContext, useFeed } from "./live.ts";
import { rememberedTheme, rememberTheme, type Theme, themes } from "./theme.ts";
import { words } from "./words.ts";

export function Shell() {
  const [language, setLanguage] = useState<Language>(rememberedLanguage);
  const [theme, setTheme] = useState<Theme>(rememberedTheme);
  const address = useAddress();
  const live = useFeed(0);
  const view = views.find(({ path }) => path === address.path) ?? views[0];
  const said = words[language];
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${view.title[language]} · Yagura`;
    rememberLanguage(language);
  }, [language, view]);
  useEffect(() => rememberTheme(theme), [theme]);
  return (
    <LanguageContext.Provider value={language}>
      <LiveContext.Provider value={live}>
        <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
          {said.skip}
        </button>
        <header>
          <h1>櫓 Yagura</h1>
          <nav aria-label={said.views}>
            {views
              .filter(({ inMenu }) => inMenu)
              .map(({ path, title }) => (
                <a key={path} href={link(path)} aria-current={path === view.path ? "page" : undefined}>
                  {title[language]}
                </a>
              ))}
          </nav>
          <Connection />
          <button
            type="button"
            onClick={() => setLanguage(language === "en" ? "ja" : "en")}
            lang={said.otherLang}
          >
            {said.other}
          </button>
          <select
            aria-label={said.theme}
            value={theme}
            onChange={(event) => setTheme(event.currentTarget.value as Theme)}
          >
            {themes.map((one) => (
              <option key={one} value={one}>
                {said.themes[one]}
              </option>
            ))}
          </select>
        </header>
        <main id="main" tabIndex={-1}>
          <view.Page rest={address.rest} query={address.query} />
        </main>
        <footer>{said.times}</footer>
      </LiveContext.Provider>
    </LanguageContext.Provider>
  );
}

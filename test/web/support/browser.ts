/** One Chromium for all tests of a file, with a fresh profile for each reader. Everything that goes wrong is kept. */
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import { chromiumProgram } from "../../needs.ts";
import { isLong } from "../../support/runs.ts";

/** The sizes and languages in which each view must do. */
const widths = [1280, 390] as const;
export const locales = { en: "en-US", ja: "ja-JP" } as const;

interface Look {
  readonly width: (typeof widths)[number];
  readonly colors: "light" | "dark";
}

const lightScreen = [
  { width: 1280, colors: "light" },
  { width: 390, colors: "dark" },
] as const;
const lightPhone = [
  { width: 390, colors: "light" },
  { width: 1280, colors: "dark" },
] as const;

/** Each two of a language, a width and colours together; in the long runs each three of them. */
export const looks: readonly (readonly [language: keyof typeof locales, looks: readonly Look[]])[] = [
  ["en", isLong ? [...lightScreen, ...lightPhone] : lightScreen],
  ["ja", isLong ? [...lightPhone, ...lightScreen] : lightPhone],
];

interface ReaderOptions {
  readonly width?: number;
  readonly language?: keyof typeof locales;
  readonly colors?: "light" | "dark";
}

/** A page of the browser, and what it did. */
export interface Reader {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, exceptions, dialogs and breaches of the policy. */
  readonly alarms: string[];
  /** Addresses of everything that it asked for. */
  readonly asked: string[];
  /** Hosts other than this one that were asked for something. */
  strangers(ownUrl: string): string[];
  /** Shows the page in a window of another size, and in other colours. */
  change(look: Look): Promise<void>;
  /** Serious findings of axe, each with the elements. */
  findings(): Promise<string[]>;
  /** Pixels by which the page is wider than its window. */
  overflow(): Promise<number>;
}

/** To be called once at the top of a file. Throws where Chromium is missing: test/setup.sh installs it. */
export function useBrowser(): { read(url: string, options?: ReaderOptions): Promise<Reader> } {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    if (chromiumProgram === undefined) throw new Error("Chromium is missing: run test/setup.sh");
    const args = ["--no-sandbox", "--disable-gpu"];
    browser = await chromium.launch({ executablePath: chromiumProgram, args });
    return () => browser?.close();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((one) => one.close()));
  });
  return {
    async read(url, { width = 1280, language = "en", colors = "light" } = {}) {
      if (browser === undefined) throw new Error("a browser is there within tests");
      const context = await browser.newContext({
        viewport: { width, height: heightOf(width) },
        hasTouch: width < 600,
        locale: locales[language],
        colorScheme: colors,
      });
      context.setDefaultTimeout(60_000);
      contexts.push(context);
      const reader = readerOf(context, await context.newPage());
      await reader.page.goto(url);
      return reader;
    },
  };
}

/** Of a telephone or of a screen. */
const heightOf = (width: number) => (width < 600 ? 844 : 900);

function readerOf(context: BrowserContext, page: Page): Reader {
  const alarms: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) alarms.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => alarms.push(`exception: ${String(error)}`));
  page.on("dialog", (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => asked.push(request.url()));
  page.on("websocket", (socket) => asked.push(socket.url()));
  return {
    ...{ page, context, alarms, asked },
    strangers: (ownUrl) => asked.filter((url) => new URL(url).host !== new URL(ownUrl).host),
    async change({ width, colors }) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await page.emulateMedia({ colorScheme: colors });
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    },
    overflow: () =>
      page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    async findings() {
      // The policy of the page lets no script tag in; what a debugger evaluates it does not concern.
      if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe.source}; undefined`);
      const found = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResult;
      return found.violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
    },
  };
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

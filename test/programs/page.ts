/** The page of docs/clients in Debian's browser, served from a user's project. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openTab, type Tab } from "../support/browser.ts";

export interface ServedPage {
  readonly origin: string;
  /** Opens it in a tab, or anew. */
  open(feed: string): Promise<void>;
  /** The alerts that it shows, as their list items are marked. */
  shown(): Promise<{ rule: string; key: string; times: string }[]>;
}

export async function servePage(project: string): Promise<ServedPage> {
  const files: Record<string, { path: string; type: string }> = {
    "/open-alerts.html": { path: "docs/clients/open-alerts.html", type: "text/html" },
    "/feed-client.js": { path: "dist/client/feed-client.js", type: "text/javascript" },
  };
  const server = createServer(({ url = "" }, response) => {
    const file = files[url.split("?")[0] ?? ""];
    if (file === undefined) response.writeHead(404).end();
    else {
      response.setHeader("Content-Type", file.type);
      response.end(readFileSync(join(project, "node_modules/yagura", file.path)));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let tab: Tab | undefined;
  return {
    origin,
    async open(feed) {
      tab ??= await openTab();
      await tab.open(`${origin}/open-alerts.html?feed=${encodeURIComponent(feed)}`);
    },
    async shown() {
      const listed =
        "JSON.stringify([...document.querySelectorAll('#alerts li')].map((item) => ({ ...item.dataset })))";
      return JSON.parse((await tab?.evaluate<string>(listed)) ?? "[]");
    },
  };
}

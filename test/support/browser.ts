/** Debian's Chromium without a window, asked over its own protocol. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { chromiumProgram } from "../needs.ts";
import { tmpFolder } from "./tmp-folder.ts";
import { until } from "./until.ts";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-port=0",
];

/** Part of what the browser tells that is looked at. */
interface Heard {
  readonly url: string;
  readonly message: string;
  readonly request: { readonly url: string };
  readonly entry: { readonly source: string; readonly text: string };
}

type Fields = Readonly<Record<string, unknown>>;

export interface Tab {
  /** Addresses that were asked, dialogs, errors and breaches of the page's policy, in order. */
  readonly asked: string[];
  readonly alarms: string[];
  open(url: string): Promise<void>;
  /** Shows this HTML in place of what is there. */
  show(html: string): Promise<void>;
  /** The JSON value of an expression. */
  evaluate<Value>(expression: string): Promise<Value>;
}

/** Throws where Chromium is not installed: test/setup.sh does that. */
export async function openTab(): Promise<Tab> {
  if (chromiumProgram === undefined) throw new Error("Chromium is missing: run test/setup.sh");
  const folder = tmpFolder();
  // A group of its own: it has many processes, all of which write into its folder.
  const child = spawn(chromiumProgram, [...flags, `--user-data-dir=${folder}`, "about:blank"], {
    stdio: "ignore",
    detached: true,
  });
  await once(child, "spawn");
  // Without a number there is no group to end: group 0 would be the test's own.
  const { pid: group } = child;
  if (group === undefined) throw new Error(`${chromiumProgram} has no process`);
  onTestFinished(async () => {
    const ended = once(child, "exit");
    process.kill(-group, "SIGKILL");
    await ended;
    await until("the end of the browser", () => !isGroupAlive(group));
  });
  const portFile = join(folder, "DevToolsActivePort");
  const [port, path] = await until(
    "the browser",
    () => {
      const lines = existsSync(portFile) ? readFileSync(portFile, "utf8").split("\n") : [];
      return lines.length > 1 && lines;
    },
    60_000,
  );
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  onTestFinished(() => socket.terminate());
  const calls = new Map<number, (answer: Fields) => void>();
  const asked: string[] = [];
  const alarms: string[] = [];
  let session: string | undefined;
  let count = 0;
  const call = async <Answer>(method: string, params: Fields = {}): Promise<Answer> => {
    count += 1;
    const id = count;
    const answered = new Promise<Fields>((resolve) => calls.set(id, resolve));
    socket.send(
      JSON.stringify({ id, method, params, ...(session === undefined ? {} : { sessionId: session }) }),
    );
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as Answer;
  };
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (message.id !== undefined) calls.get(message.id)?.(message);
    else hear(message.method, message.params);
  });

  function hear(method: string, params: Heard): void {
    if (method === "Network.requestWillBeSent") asked.push(params.request.url);
    if (method === "Network.webSocketCreated") asked.push(params.url);
    if (method === "Runtime.exceptionThrown")
      alarms.push(`exception: ${JSON.stringify(params).slice(0, 300)}`);
    if (method === "Log.entryAdded") alarms.push(`${params.entry.source}: ${params.entry.text}`);
    if (method !== "Page.javascriptDialogOpening") return;
    alarms.push(`dialog: ${params.message}`);
    void call("Page.handleJavaScriptDialog", { accept: false });
  }

  const { targetId } = await call<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
  const attached = await call<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  session = attached.sessionId;
  for (const domain of ["Page", "Network", "Runtime", "Log"]) await call(`${domain}.enable`);
  return {
    asked,
    alarms,
    async open(url) {
      await call("Page.navigate", { url });
    },
    async show(html) {
      const { frameTree } = await call<{ frameTree: { frame: { id: string } } }>("Page.getFrameTree");
      await call("Page.setDocumentContent", { frameId: frameTree.frame.id, html });
    },
    async evaluate<Value>(expression: string) {
      const { result } = await call<{ result: { value: Value } }>("Runtime.evaluate", {
        expression,
        returnByValue: true,
      });
      return result.value;
    },
  };
}

function isGroupAlive(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch {
    return false;
  }
}

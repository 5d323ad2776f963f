/** What `npm pack` makes: what a user needs, and nothing else. */
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { home } from "../docs/written-files.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { alertDraft } from "../support/memory-log.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { copyPrograms, createProject, pack, typeErrors } from "./project.ts";

const run = promisify(execFile);

describe("The tarball", () => {
  const allowed = [
    /^(package\.json|README(\.ja)?\.md|CHANGELOG\.md)$/,
    /^config\/(monitor\.yaml|grafana\/yagura\.json|prometheus\/alerts\.yml|systemd\/yagura\.\w+|nats\/[\w.-]+)$/,
    /^rules\/(tests\/)?[a-z-]+\.yaml$/,
    /^docs\/[a-z-]+(\.ja)?\.md$/,
    /^docs\/pictures\/[a-z]+(\.ja)?\.png$/,
    /^docs\/schema\/[a-z-]+\.json$/,
    /^docs\/desk\/[\w./-]+\.(yaml|csv)$/,
    /^docs\/clients\/[a-z_-]+\.(ts|py|sh|html)$/,
    /^dist\/[\w-]+\.js$/,
    /^dist\/web\/(index\.html|page\.css|worker\.js|manifest\.webmanifest|icon[\w-]*\.(svg|png))$/,
    /^dist\/web\/assets\/[\w-]+\.(js|css)$/,
    /^dist\/client\/([a-z-]+\.d\.ts|feed-client\.js)$/,
  ];
  const needed = [
    ...["dist/main.js", "dist/web/index.html", "dist/client/feed-client.js", "dist/client/feed-client.d.ts"],
    ...[
      "config/monitor.yaml",
      "rules/shorts.yaml",
      "docs/feed.md",
      "docs/clients.md",
      "docs/schema/rules.json",
    ],
    ...["docs/clients/open-alerts.ts", "docs/clients/feed_client.py", "README.md"],
  ];

  test("has what a user needs, nothing else, and is small", async () => {
    const { files, size, unpackedSize } = await pack();
    expect(files.filter((path) => !allowed.some((form) => form.test(path)))).toEqual([]);
    expect(needed.filter((path) => !files.includes(path))).toEqual([]);
    expect(files.length).toBeLessThan(300);
    // A tenth of it is the manual in its second language; 300 kB of the unpacked are the client of NATS.
    expect(size).toBeLessThan(2_400_000);
    expect(unpackedSize).toBeLessThan(8_600_000);
  });
});

test("`npx yagura` and `yagura/client` work in a user's project, as an ES module to which nothing is said of WebSockets", async () => {
  const project = await createProject();
  const npx = async (...args: string[]) =>
    (await run("npx", ["--offline", ...args], { cwd: project })).stdout;
  const { version } = JSON.parse(readFileSync(join(project, "node_modules/yagura/package.json"), "utf8"));
  expect(await npx("yagura", "--version")).toBe(`${version}\n`);
  for (const name of ["config", "rules"])
    cpSync(join(project, "node_modules/yagura", name), join(project, name), { recursive: true });
  expect(await npx("yagura", "check")).toMatch(
    /^ok: 7 sources, [1-9]\d* rules\nleft out: rules\/large-holdings\.yaml /,
  );

  const { url, log } = await startFeed();
  log.append(alertDraft("7203"), alertDraft("6758"));
  const program = `import { createFeedClient } from "yagura/client";
      const client = createFeedClient({ url: process.argv[2], since: "start" });
      for await (const { seq, event } of client) {
        console.log(seq, event.subject);
        if (seq === 2) break;
      }`;
  writeFileSync(join(project, "program.js"), program);
  const { stdout } = await run(process.execPath, ["program.js", url], { cwd: project });
  expect(stdout).toBe("1 7203\n2 6758\n");
});

describe("`yagura/client` in a user's project", () => {
  test("has types that the strictest program passes, in Node and for browsers, and that refuse what the client does not know", async () => {
    const project = await createProject();
    writeFileSync(join(project, "program.ts"), typed);
    const page = readFileSync(join(home, "docs/clients.md"), "utf8");
    writeFileSync(join(project, "shown.ts"), /```ts\n(.*?)```/s.exec(page)?.[1] ?? "nothing is shown");
    copyPrograms(project, ["open-alerts.ts", "paper-trader.ts"]);
    const node = { lib: ["ES2023"], types: ["node"] };
    expect(await typeErrors(project, ["open-alerts.ts", "paper-trader.ts", "shown.ts"], node)).toBe("");
    writeFileSync(join(project, "wrong.ts"), typed.replace("onLive", "onAlive"));
    const browser = { lib: ["ES2022", "DOM"], types: [] };
    const errors = await typeErrors(project, ["program.ts", "wrong.ts"], browser);
    expect(errors).toContain("onAlive");
    expect(errors.match(/^\S+\.ts\(/gm)?.filter((place) => place !== "wrong.ts(")).toEqual([]);
  });

  test("needs nothing but ws, and is small", () => {
    const bundle = readFileSync(join(home, "dist/client/feed-client.js"), "utf8");
    expect([...bundle.matchAll(/\b(?:from|import)\b\s*\(?\s*"([^"]+)"/g)].map(([, name]) => name)).toEqual([
      "ws",
    ]);
    expect(bundle.length).toBeLessThan(30_000);
  });
});

describe("The client as a package of its own", () => {
  test("is installed with ws and nothing else, without a script, and follows the feed", async () => {
    const [client, ws] = [await pack("./dist/client"), await pack("./node_modules/ws")];
    expect(
      client.files.filter((path) => !/^(package\.json|README\.md|[a-z-]+(\.d\.ts|\.js))$/.test(path)),
    ).toEqual([]);
    const project = tmpFolder();
    writeFileSync(
      join(project, "package.json"),
      JSON.stringify({ name: "desk", type: "module", private: true }),
    );
    const offline = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
    await run("npm", ["install", ...offline, ws.tarball, client.tarball], { cwd: project });
    const installed = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["ws", "yagura-client"]);
    const { scripts, dependencies } = JSON.parse(
      readFileSync(join(project, "node_modules/yagura-client/package.json"), "utf8"),
    );
    expect({ scripts, dependencies: Object.keys(dependencies) }).toEqual({
      scripts: undefined,
      dependencies: ["ws"],
    });
    const { url, log } = await startFeed();
    log.append(alertDraft("7203"));
    const program = `import { createFeedClient } from "yagura-client";
      for await (const { seq, event } of createFeedClient({ url: process.argv[2], since: "start" })) {
        console.log(seq, event.subject);
        break;
      }`;
    writeFileSync(join(project, "program.js"), program);
    expect((await run(process.execPath, ["program.js", url], { cwd: project })).stdout).toBe("1 7203\n");
  });
});

const typed = `import { createFeedClient, FeedClosedError, type FeedEntry, type FeedPlace } from "yagura/client";
const kept: FeedPlace = { epoch: "e", seq: 7 };
const client = createFeedClient({
  url: "ws://127.0.0.1:8080/feed",
  WebSocket,
  types: ["alert.*"],
  since: "snapshot",
  epoch: kept.epoch,
  consumer: "bot",
  acks: "program",
  async onEvent({ seq, event }: FeedEntry) {
    client.ack(seq);
    const title: unknown = event.data.now["title"];
    await Promise.resolve(title);
  },
  onLive: ({ seq }) => seq,
});
const rules: string[] = (client.openEpisodes() ?? []).map(({ rule }) => rule);
export const until = async (): Promise<number> => {
  try {
    for await (const { seq } of client) if (seq > 7) return seq + rules.length;
  } catch (error) {
    if (error instanceof FeedClosedError) return error.status ?? 0;
  }
  client.subscribe({ next: ({ epoch }) => epoch }).unsubscribe();
  return client.place()?.seq ?? 0;
};
`;

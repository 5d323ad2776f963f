/** Commands about a monitor: it runs, it is asked how it and its sources are doing, and decides about a source. */
import { keepHeapSmall } from "../../lib/own-process.ts";
import { argument, type CommandMember, option, tokenOption } from "../command.ts";

export const runCommand: CommandMember = {
  name: "run",
  about: [
    "run the monitor: poll, compare, evaluate rules, send alerts",
    "監視を開始します：取得、比較、ルールの評価、アラートの送信",
  ],
  example: "npx yagura run",
  isConfigured: true,
  options: [
    option(
      "--simulated",
      "let the simulator play on a database with real data",
      "実データのあるデータベースでもシミュレーターを使います",
    ),
  ],
  async run(options) {
    keepHeapSmall();
    await (await import("./run.ts")).run(options);
  },
};

export const gatewayCommand: CommandMember = {
  name: "gateway",
  about: [
    "follow a cluster: serve the feed and the page, and never write",
    "クラスターに追従し、フィードと画面だけを提供します（書き込みません）",
  ],
  example: "npx yagura gateway",
  isConfigured: true,
  options: [],
  async run({ config }: { config: string }) {
    keepHeapSmall();
    await (await import("./run.ts")).run({ config, mayWrite: false });
  },
};

export const healthcheckCommand: CommandMember = {
  name: "healthcheck",
  about: ["ask the running monitor whether it is healthy", "動作中のモニターが正常かどうかを確認します"],
  example: "npx yagura healthcheck",
  isConfigured: true,
  options: [
    option(
      "--json",
      "print its answer as an object, with {verdict, reasons}",
      "答えを {verdict, reasons} の付いたオブジェクトで表示します",
    ),
  ],
  run: async (options) => (await import("./healthcheck.ts")).healthcheck(options),
};

/** A source that the running monitor does something about. */
const ofSource = {
  arguments: [argument("<name>", "name of the source, such as prices", "prices のような情報源の名前")],
  options: [tokenOption],
};

export const sourcesCommand: CommandMember = {
  name: "sources",
  about: [
    "show the state of each source; decide about one in quarantine",
    "各情報源の状態を表示します。隔離中の情報源の扱いを決めます",
  ],
  example: "npx yagura sources",
  isConfigured: true,
  options: [
    option("--json", "print an array of {source, state, ...}", "{source, state, ...} の配列を表示します"),
  ],
  run: async (options) => (await import("./sources.ts")).listSources(options),
  parts: [
    {
      ...ofSource,
      name: "poll",
      about: ["poll a source now", "情報源を今すぐ確認します"],
      example: "npx yagura sources poll prices",
      run: async (name, options) => (await import("./sources.ts")).pollNow(name, options),
    },
    {
      ...ofSource,
      name: "release",
      about: [
        "write the events of a source in quarantine, with their alerts and mails",
        "隔離中の情報源のイベントを、アラートとメールとともに記録します",
      ],
      example: "npx yagura sources release prices",
      run: async (name, options) => (await import("./sources.ts")).decideHeld("release", name, options),
    },
    {
      ...ofSource,
      name: "discard",
      about: [
        "store the rewritten values of a source in quarantine, and notify nobody",
        "隔離中の書き換えられた値を、通知せずに取り込みます",
      ],
      example: "npx yagura sources discard prices",
      run: async (name, options) => (await import("./sources.ts")).decideHeld("discard", name, options),
    },
  ],
};

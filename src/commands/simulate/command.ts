import type { CommandMember, SpokenCommand } from "../command.ts";
import type { Say } from "../help.ts";

export const simulateCommand: CommandMember = {
  name: "simulate",
  example: "npx yagura simulate --port 9000 --seed 7",
  isConfigured: false,
  declare(command, say) {
    command.description(
      say("serve the three simulated services alone", "3つのサービスのシミュレーターだけを動かします"),
    );
    for (const add of [addPlace, addWorld, addPublications, addAccount]) add(command, say);
    command.action(async (options) => (await import("./simulate.ts")).simulate(options));
  },
};

function addPlace(command: SpokenCommand, say: Say): void {
  command
    .option("--port <port>", say("port; 0 takes a free one", "ポート。0 は空いているもの"), "9000")
    .option("--host <host>", say("address to listen on", "待ち受けるアドレス"), "127.0.0.1");
}

function addWorld(command: SpokenCommand, say: Say): void {
  command
    .option("--seed <seed>", say("seed of the world", "世界を決める数"), "1")
    .option("--start <date>", say("the world's first day; default: today", "世界の最初の日。既定は今日です"))
    .option("--day-seconds <seconds>", say("length of a business day", "1営業日の秒数"), "60")
    .option("--real-time", say("a business day lasts a day", "1営業日を一日とします"))
    .option("--catalogue <size>", say("size of the statistics", "統計の大きさ"), "small")
    .option("--market <size>", say("size of the market", "銘柄の数"), "small")
    .option("--busy-forums <number>", say("forums with many comments", "コメントの多い掲示板の数"), "0");
}

function addPublications(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--late <what:day:until>",
      say("delay a publication; can be repeated", "公表を遅らせます。複数回指定できます"),
      (late: string, before: string[]) => [...before, late],
      [],
    )
    .option("--late-days <percent>", say("percent that come out late", "偶然に遅れる公表の割合（％）"), "0");
}

function addAccount(command: SpokenCommand, say: Say): void {
  command
    .option("--token-seconds <seconds>", say("validity of a token", "トークンの有効秒数"), "7200")
    .option("--dialect <dialect>", say("form of answers", "応答の形"), "documented")
    .option("--plan <plan>", say("plan of the account", "プラン"), "premium")
    .option("--api-key <key>", say("the only key accepted; default: any", "受け付けるただ1つのキー"))
    .option("--limits", say("keep the plan's limit of requests", "プランの要求数の制限を守らせます"))
    .option("--retry-after", say("add to each 429 when to come back", "429 に、いつ来ればよいかを付けます"))
    .option(
      "--fault <service:kind:probability>",
      say("fail on purpose: market:429:0.1", "わざと失敗します：market:429:0.1"),
      (fault: string, before: string[]) => [...before, fault],
      [],
    );
}

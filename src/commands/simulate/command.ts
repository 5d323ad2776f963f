import type { CommandMember, SpokenCommand } from "../command.ts";
import type { Say } from "../said.ts";

export const simulateCommand: CommandMember = {
  name: "simulate",
  example: "npx yagura simulate --port 9000 --seed 7",
  isConfigured: false,
  manual: (say) => ({
    about: [
      say(
        "Serves the three simulated services for programs of your own, at /market/v2, /forum and /statistics. The same seed and start give the same world. It writes nothing, and ends with SIGTERM or SIGINT.",
        "3つのサービスのシミュレーターを、自分のプログラムのために /market/v2、/forum、/statistics で動かします。シードと最初の日が同じなら、同じ世界になります。何も書き込みません。SIGTERM か SIGINT で終わります。",
      ),
    ],
    examples: [
      [
        "npx yagura simulate --dialect observed --fault market:429:0.1",
        say(
          "as the services were seen to answer, with failures",
          "観察されたとおりの答え方で、失敗も起こします",
        ),
      ],
    ],
    seeAlso: ["yagura fetch", "docs/operating.md"],
  }),
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
    .option(
      "--port <port>",
      say("port to listen on; 0 takes a free one", "待ち受けるポート。0 なら空いているもの"),
      "9000",
    )
    .option("--host <host>", say("address to listen on", "待ち受けるアドレス"), "127.0.0.1");
}

function addWorld(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--seed <seed>",
      say("the same seed gives the same world", "シード。同じなら同じ世界になります"),
      "1",
    )
    .option(
      "--start <date>",
      say(
        "the world's first day (YYYY-MM-DD); default: today in Japan",
        "世界の最初の日（YYYY-MM-DD）。既定は日本の今日です",
      ),
    )
    .option("--day-seconds <seconds>", say("how long a business day lasts", "1営業日の秒数"), "60")
    .option(
      "--real-time",
      say(
        "a business day lasts a day, and publications come out when they are due in Japan",
        "1営業日を一日とし、日本での公表時刻に公表します",
      ),
    )
    .option(
      "--catalogue <size>",
      say(
        "the statistics databases: small, or full for 326,466 series",
        "統計データベースの大きさ：small、または 326,466 系列の full",
      ),
      "small",
    )
    .option(
      "--market <size>",
      say(
        "what the market service lists: small, or full for 4,443 issues",
        "市場サービスの銘柄の数：small、または 4,443 銘柄の full",
      ),
      "small",
    )
    .option(
      "--busy-forums <number>",
      say(
        "so many forums have over a hundred comments a business day",
        "1営業日に100件を超えるコメントが付く掲示板の数",
      ),
      "0",
    );
}

function addPublications(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--late <what:day:until>",
      say(
        "delay a publication, such as margin-alert:2027-05-10:19:30; can be repeated",
        "公表を遅らせます。例：margin-alert:2027-05-10:19:30。複数回指定できます",
      ),
      (late: string, before: string[]) => [...before, late],
      [],
    )
    .option(
      "--late-days <percent>",
      say(
        "so many of all publications come out late by chance, those of the past too",
        "偶然に遅れる公表の割合（％）。過去のものも含みます",
      ),
      "0",
    );
}

function addAccount(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--token-seconds <seconds>",
      say("how long a forum token is valid", "掲示板のトークンが有効な秒数"),
      "7200",
    )
    .option(
      "--dialect <dialect>",
      say(
        "documented, or observed: as the services were seen to answer",
        "documented（文書のとおり）か observed（観察されたとおり）",
      ),
      "documented",
    )
    .option(
      "--plan <plan>",
      say(
        "the market account's plan: none, free, light, standard or premium",
        "市場サービスのプラン：none、free、light、standard、premium",
      ),
      "premium",
    )
    .option(
      "--api-key <key>",
      say(
        "the only key that the market service accepts; default: any",
        "市場サービスが受け付けるただ1つのキー。既定は何でも受け付けます",
      ),
    )
    .option(
      "--limits",
      say(
        "allow the plan's requests a minute, and answer 429 beyond",
        "プランの1分あたりの要求数まで許し、超えると 429 を返します",
      ),
    )
    .option("--retry-after", say("add to each 429 when to come back", "429 に、いつ来ればよいかを付けます"))
    .option(
      "--fault <service:kind:probability>",
      say(
        "fail on purpose, such as market:429:0.1; can be repeated",
        "わざと失敗します。例：market:429:0.1。複数回指定できます",
      ),
      (fault: string, before: string[]) => [...before, fault],
      [],
    );
}

/** What the commands about a cluster say, in English and Japanese. */
import { counted } from "../../lib/text/counted.ts";
import type { Language } from "../../model/language.ts";

const en = {
  well: "Nothing is wrong.",
  wrong: "Something is wrong:",
  epoch: (epoch: string) => `epoch: ${epoch}`,
  term: (term: number, writer: string | undefined) =>
    writer === undefined ? `term: ${term}, nobody writes` : `term: ${term}, ${writer} writes`,
  log: (last: string, first: string, size: string) => `log: ends at ${last}, begins at ${first}, ${size}`,
  servers: (servers: readonly string[], leader: string | undefined, replicas: number) =>
    `servers: ${servers.join(", ")}; ${leader === undefined ? "none leads" : `${leader} leads`}; each message on ${replicas}`,
  snapshot: (place: string, at: string, size: string) => `snapshot: of ${place}, made ${at}, ${size}`,
  noSnapshot: "snapshot: none",
  syncs: "sync: servers do not say whether they sync: see that each has `sync_interval: always`",
  columns: ["machine", "part", "place", "behind", "version", "page"],
  parts: { writer: "writes", follower: "follows", gateway: "gateway" },
  adopts: (seq: number) =>
    `The cluster would begin anew from this database, which ends at entry ${seq}. What other machines have beyond it is set aside with their databases.`,
  adopted: (seq: number, epoch: string) => [
    `The cluster begins anew with this database, which ends at entry ${seq}: epoch ${epoch}.`,
    "Start the monitor here. The other machines take its database, and keep theirs beside it.",
    "Readers of the feed are told of the new epoch, and polls find again what it lacks.",
  ],
  troubles: {
    listed: (names: readonly string[]) => names.join(", "),
    silent: (reason: string) => `the servers do not answer: ${reason}`,
    "not-begun":
      "the cluster has not begun: start a machine with `yagura run`, the one with the database first",
    "no-log":
      "the servers have lost the log of the cluster: `yagura cluster adopt` on the machine that is furthest begins it anew",
    "no-leader": "no server leads the log: nothing is written until most servers are back",
    "no-writer": "no machine writes",
    "two-writers": (names: string) =>
      `several machines say that they write: ${names}; the log takes one alone`,
    "short-log": (machine: string, place: number, end: number) =>
      `the log ends at ${end}, and ${machine} has ${place}: servers have lost what they had confirmed; \`yagura cluster adopt\` on the machine that is furthest begins anew`,
    machine: (machine: string, message: string) => `${machine}: ${message}`,
    behind: (machine: string, messages: string) => `${machine} is ${messages} messages behind`,
    "same-name": (machine: string) => `several machines are called ${machine}: give each a name of its own`,
    versions: (versions: string) => `machines have different versions: ${versions}`,
    "few-servers": (answer: number, replicas: number) =>
      `${counted(answer, "server")} ${answer === 1 ? "answers" : "answer"}, and ${replicas} are to keep each message`,
    "server-behind": (server: string) => `the server ${server} has not the whole log, or is away`,
  },
};

const ja: typeof en = {
  well: "問題はありません。",
  wrong: "問題があります：",
  epoch: (epoch) => `epoch：${epoch}`,
  term: (term, writer) =>
    writer === undefined ? `任期：${term}（書き込み担当なし）` : `任期：${term}（書き込みは ${writer}）`,
  log: (last, first, size) => `ログ：末尾 ${last}、先頭 ${first}、${size}`,
  servers: (servers, leader, replicas) =>
    `サーバー：${servers.join("、")}（${leader === undefined ? "リーダーなし" : `リーダーは ${leader}`}、保存は各${replicas}台）`,
  snapshot: (place, at, size) => `スナップショット：${place} まで、${at} に作成、${size}`,
  noSnapshot: "スナップショット：なし",
  syncs: "同期：サーバーは同期の設定を答えません。全サーバーの `sync_interval: always` を確かめてください",
  columns: ["マシン", "役割", "位置", "遅れ", "版", "ページ"],
  parts: { writer: "書き込み", follower: "追従", gateway: "ゲートウェイ" },
  adopts: (seq) =>
    `記録 ${seq} までのこのデータベースからクラスターを作り直します。ほかのマシンだけにある内容は、そのデータベースとともに別名で残ります。`,
  adopted: (seq, epoch) => [
    `記録 ${seq} までのこのデータベースで、クラスターを作り直しました。epoch は ${epoch} です。`,
    "このマシンのモニターを起動してください。ほかのマシンはこのデータベースを受け取り、元のものを別名で残します。",
    "フィードの購読者には新しい epoch を知らせます。足りない変化は、取得でもう一度見つかります。",
  ],
  troubles: {
    listed: (names) => names.join("、"),
    silent: (reason) => `サーバーから応答がありません：${reason}`,
    "not-begun":
      "クラスターはまだ始まっていません。データベースのあるマシンから順に `yagura run` で起動してください",
    "no-log":
      "サーバーからクラスターのログが失われました。最も進んだマシンで `yagura cluster adopt` を実行すると、作り直せます",
    "no-leader": "ログのリーダーがいません。過半数のサーバーが戻るまで、何も書き込まれません",
    "no-writer": "書き込み担当のマシンがいません",
    "two-writers": (names) =>
      `複数のマシンが書き込み担当だと言っています：${names}。ログが受け付けるのは1台だけです`,
    "short-log": (machine, place, end) =>
      `ログは ${end} で終わっていますが、${machine} は ${place} まで持っています。確認済みの内容がサーバーから失われました。最も進んだマシンで \`yagura cluster adopt\` を実行すると、そこから始め直せます`,
    machine: (machine, message) => `${machine}：${message}`,
    behind: (machine, messages) => `${machine} は${messages}件遅れています`,
    "same-name": (machine) => `${machine} という名前のマシンが複数あります。1台ずつ別の名前にしてください`,
    versions: (versions) => `マシンのバージョンが違います：${versions}`,
    "few-servers": (answer, replicas) => `応答したサーバーは${answer}台です。保存には${replicas}台が必要です`,
    "server-behind": (server) => `サーバー ${server} が停止しているか、ログに追いついていません`,
  },
};

export const clusterWords: Readonly<Record<Language, typeof en>> = { en, ja };

/** The findings of `yagura verify` for a person: what is damaged, what that costs, and what follows. */
import type { Verified } from "../../app/database/verify-store.ts";
import { storeNewsOf } from "../../app/store-news.ts";
import { counted } from "../../lib/text/counted.ts";
import type { Language } from "../../model/language.ts";
import { type Damage, damageWords } from "../../model/store-faults.ts";
import { translated } from "../terminal.ts";

/** What damage of each part of the database costs, and what a monitor does about it or a person can. */
type Meanings = Readonly<Record<Damage["part"], readonly [lost: string, follows: string]>>;

const englishMeanings: Meanings = {
  log: ["these entries", "readers of the feed are informed of the gap; the rest of the log continues"],
  items: [
    "what came since the last poll of this source",
    "its next poll stores a new baseline without events",
  ],
  hold: ["nothing", "the next poll finds the rewrite again and puts it into quarantine again"],
  memories: ["counts, windows and sequences that were under way", "the rule starts again"],
  cooldowns: ["when rules gave their last alerts", "an alert may come again within its cooldown"],
  mails: [
    "those of them that were not sent yet",
    "they are not sent, and a mail.failed says so of each that is still known",
  ],
  silences: [
    "the damaged silences",
    "alerts that they matched are sent again; `yagura silence list` shows the rest",
  ],
  alerts: [
    "what the damaged ones knew: acknowledgements, threads, groups, caps",
    "an open alert starts again with its next one; alerts that waited in a lost group are sent at once",
  ],
  notices: [
    "the damaged decisions",
    "what waited for a group or a digest may be missing from its mail; `yagura why` cannot say everything",
  ],
  consumers: [
    "the places of consumers",
    "such a consumer is informed that it lost everything so far, and starts with new entries",
  ],
  devices: ["the damaged devices", "they get no messages until each is signed up again on the page"],
  notes: [
    "nothing",
    "they are made again; news of rules or drift may come twice. A lost epoch is replaced by a new one",
  ],
  history: ["answers of `yagura why` about what is damaged", "no notification depends on it"],
  file: [
    "nothing by itself",
    "what cannot be written any more is rebuilt from what can be read; if the file cannot be opened, restore a backup",
  ],
};

const japaneseMeanings: Meanings = {
  log: ["この範囲の記録", "フィードの購読者に欠落を知らせます。ほかの記録はそのまま続きます"],
  items: ["この情報源の最後の取得以降の変化", "次の取得を、イベントを出さない初回取得として保存します"],
  hold: ["なし", "次の取得で同じ書き換えが見つかり、もう一度隔離されます"],
  memories: ["途中までの回数、期間、段階", "ルールは最初からやり直します"],
  cooldowns: ["ルールが最後にアラートを出した時刻", "クールダウン中のアラートが、もう一度出ることがあります"],
  mails: ["まだ送信していないもの", "送信しません。内容が分かるものは1通ずつ mail.failed で知らせます"],
  silences: [
    "損傷した通知停止",
    "対象だったアラートの通知を再開します。残りは `yagura silence list` で確認できます",
  ],
  alerts: [
    "損傷したアラートの確認、スレッド、グループ、件数の上限",
    "継続中のアラートは次の発生から始め直します。失われたグループで待っていたアラートはすぐに通知します",
  ],
  notices: [
    "損傷した判断",
    "グループやダイジェストを待っていたものがメールに載らないことがあり、`yagura why` の答えにも抜けが出ます",
  ],
  consumers: [
    "名前付き購読者の位置",
    "その名前付き購読者には、これまでの記録が失われたことを知らせ、新しい記録から続けます",
  ],
  devices: ["損傷した端末の登録", "ページでもう一度登録するまで、その端末には通知されません"],
  notes: [
    "なし",
    "作り直します。ルールや仕様変更の知らせが重複することがあります。失われた epoch は新しくなります",
  ],
  history: ["損傷した部分についての `yagura why` の答え", "通知には影響しません"],
  file: [
    "これだけでは、なし",
    "書き込めなくなった部分は、読める内容から作り直します。ファイルを開けなければ、バックアップを復元してください",
  ],
};

const en = {
  listed: (parts: readonly string[]) => parts.join(", "),
  whole: (file: string, content: string) => `${file}: whole, ${content}`,
  entries: (count: number) => counted(count, "entry", "entries"),
  items: (count: number) => counted(count, "item"),
  openAlerts: (count: number) => counted(count, "open alert"),
  waiting: (count: number) => counted(count, "waiting message"),
  damaged: (file: string, what: string) => `${file}: damaged: ${what}`,
  lost: (what: string) => `    lost: ${what}`,
  follows: (what: string) => `    then: ${what}`,
  putBack: (file: string, message: string) => `${file}: not the database that readers saw last: ${message}`,
  todo: "Look at the disk (dmesg, SMART). A monitor that opens the file goes on without what is damaged; `yagura restore FILE` puts a backup in its place.",
  changed: (rules: string) => `${rules} (changed since)`,
  gone: (rules: string) => `${rules} (not there any more)`,
  forgotten: (file: string, rules: string) =>
    `${file}: what these rules remember does not fit the rules, and is forgotten when they are loaded: ${rules}`,
  meanings: englishMeanings,
};

const ja: typeof en = {
  listed: (parts) => parts.join("、"),
  whole: (file, content) => `${file}：損傷はありません（${content}）`,
  entries: (count) => `記録${count.toLocaleString("en")}件`,
  items: (count) => `項目${count.toLocaleString("en")}件`,
  openAlerts: (count) => `継続中のアラート${count.toLocaleString("en")}件`,
  waiting: (count) => `送信待ち${count.toLocaleString("en")}通`,
  damaged: (file, what) => `${file}：損傷：${what}`,
  lost: (what) => `    失われたもの：${what}`,
  follows: (what) => `    今後：${what}`,
  putBack: (file, message) => `${file}：購読者が最後に読んだデータベースではありません。${message}`,
  todo: "ディスクを調べてください（dmesg、SMART）。このファイルを開いたモニターは、損傷した部分を除いて動き続けます。`yagura restore FILE` でバックアップに置き換えられます。",
  changed: (rules) => `${rules}（内容が変更されたため）`,
  gone: (rules) => `${rules}（現在はないため）`,
  forgotten: (file, rules) =>
    `${file}：次のルールの状態は現在のルールに合わず、読み込む時に破棄されます：${rules}`,
  meanings: japaneseMeanings,
};

const words: Readonly<Record<Language, typeof en>> = { en, ja };

export function verifiedLines(verified: Verified, language: Language = "en"): string {
  const { ok, file, putBack, damaged } = verified;
  const own = words[language];
  const lines = ok ? [own.whole(file, contentWords(verified, own))] : [];
  for (const damage of damaged) {
    const [lost, follows] = own.meanings[damage.part];
    lines.push(own.damaged(file, damageWords(damage, language)), own.lost(lost), own.follows(follows));
  }
  if (putBack) lines.push(own.putBack(file, translated(storeNewsOf(putBack).message, language)));
  if (!ok) lines.push(own.todo);
  return `${[...lines, ...memoryLines(verified, own)].join("\n")}\n`;
}

function contentWords({ entries, counts }: Verified, own: typeof en): string {
  const more = counts && [
    own.items(counts.items),
    own.openAlerts(counts.openAlerts),
    own.waiting(counts.messages.waiting),
  ];
  return own.listed([own.entries(entries), ...(more ?? [])]);
}

function memoryLines({ file, memories }: Verified, own: typeof en): string[] {
  const { changed = [], gone = [] } = memories ?? {};
  if (changed.length + gone.length === 0) return [];
  const told = [
    ...(changed.length > 0 ? [own.changed(own.listed(changed))] : []),
    ...(gone.length > 0 ? [own.gone(own.listed(gone))] : []),
  ];
  return [own.forgotten(file, own.listed(told))];
}

/** Messages about a cluster of machines, its settings and its refusals, in English and Japanese. */
import type { Pair } from "../language.ts";

export const clusterMessages: readonly Pair[] = [
  ["a machine's name has up to {1} letters, digits and -", "マシンの名前は英数字と - で {1} 字までです"],
  [
    "either all addresses begin with tls://, or none does",
    "アドレスは、すべて tls:// で始めるか、どれも tls:// にしないでください",
  ],
  ["`{1}` needs addresses that begin with tls://", "`{1}` を使うには、アドレスを tls:// で始めます"],
  [
    "whoever reaches this server reads and writes everything: there are no `credentials`",
    "`credentials` がないため、このサーバーに届く人は誰でも、すべてを読み書きできます",
  ],
  [
    "make a user of NATS, and name its file in `credentials`",
    "NATS のユーザーを作り、そのファイルを `credentials` に書いてください",
  ],
  [
    "each entry is to be kept by {1} servers, and this names {2}",
    "記録を {1} 台のサーバーに保存する設定ですが、アドレスは {2} 件です",
  ],
  ["name all servers, or write `replicas: 1`", "すべてのサーバーを書くか、`replicas: 1` にしてください"],
  [
    "these are no credentials of NATS: such a file has a JWT and a seed",
    "NATS の認証情報ではありません。JWT とシードのあるファイルが必要です",
  ],
  ["`nsc generate creds` writes one", "`nsc generate creds` で作れます"],
  [
    "every user of this machine can read the credentials",
    "このマシンのどのユーザーも、認証情報を読むことができます",
  ],
  [
    "chmod 600, or 640 with the group of the service",
    "chmod 600 か、サービスのグループで 640 にしてください",
  ],
  ["there is no certificate (PEM) in this file", "このファイルに証明書（PEM）がありません"],
  [
    "no machine of a cluster starts without this file: there is no such file",
    "ファイルがありません。このファイルがないと、クラスターのマシンは起動しません",
  ],
  [
    "no machine of a cluster starts without this file: {1}",
    "このファイルがないと、クラスターのマシンは起動しません（{1}）",
  ],
  [
    "the NATS servers do not take the credentials of the cluster",
    "NATSサーバーがクラスターの認証情報を受け付けません",
  ],
  ["the settings of the cluster cannot be used: {1}", "クラスターの設定は使えません：{1}"],
  ["{1}: the credentials of the cluster cannot be read", "{1}：クラスターの認証情報を読めません"],
  [
    "the NATS servers let messages of {1} bytes through: {2} are needed (max_payload)",
    "NATSサーバーが通すメッセージは{1}バイトまでです。{2}バイト必要です（max_payload）",
  ],
  [
    "the NATS server {1} has version {2}: {3} or newer is needed",
    "NATSサーバー {1} のバージョンは {2} です。{3} 以降が必要です",
  ],
  [
    "the NATS servers have no JetStream for this account",
    "このアカウントでは、NATSサーバーの JetStream を使えません",
  ],
  ["the stream {1} of the cluster is not there", "クラスターのストリーム {1} がありません"],
  [
    "the stream {1} of the cluster has {2}: {3}, and must have {4}",
    "クラスターのストリーム {1} の {2} は {3} です。{4} でなければなりません",
  ],
  ["the NATS servers do not make the stream {1}: {2}", "NATSサーバーがストリーム {1} を作成できません：{2}"],
  ["the snapshot {1} of the cluster is not there", "クラスターのスナップショット {1} がありません"],
  ["the snapshot {1} of the cluster is spoiled", "クラスターのスナップショット {1} は壊れています"],
  [
    "a gateway follows a cluster, and the settings have no section `{1}`",
    "ゲートウェイはクラスターに追従しますが、設定に `{1}` がありません",
  ],
  [
    "{1}: this database was written alone since it left the cluster; `{2}` lets the cluster go on from it, or move it away to take that of the cluster",
    "{1}：このデータベースは、クラスターを離れてから単独で書き込まれています。クラスターをこのデータベースから続けるには `{2}` を実行し、クラスターのデータベースを使うにはこのファイルを移動してください",
  ],
  [
    "this must be an address such as {1}, or one with tls://, without a login before its host",
    "{1} のようなアドレスか、tls:// で始まるアドレスにし、ホストの前にログインを書かないでください",
  ],
  ["the settings have no section `cluster`", "設定に `cluster` セクションがありません"],
  ["the NATS servers do not answer: {1}", "NATSサーバーから応答がありません：{1}"],
  [
    "the cluster goes on in another epoch than that of this database; --force adopts it all the same",
    "クラスターは、このデータベースとは別の epoch で動いています。--force を付けると、それでも実行します",
  ],
  [
    "the machine {1} writes; --force adopts it all the same",
    "マシン {1} が書き込んでいます。--force を付けると、それでも実行します",
  ],
  [
    "the machine {1} is further, at {2}, and this one at {3}: call it there; --force adopts it all the same",
    "マシン {1} の方が進んでいます（位置は {2}、このマシンは {3}）。そちらで実行してください。--force を付けると、それでも実行します",
  ],
  [
    "the log of the cluster has all that this machine has: nothing is lost; --force adopts it all the same",
    "このマシンの内容はすべてクラスターのログにあります。失われたものはありません。--force を付けると、それでも実行します",
  ],
  [
    "another machine let the cluster begin anew meanwhile: `yagura cluster status` says more",
    "その間に、ほかのマシンがクラスターを作り直しました。`yagura cluster status` で確かめてください",
  ],
  [
    "a newer version of Yagura writes: this machine stands still until it has that version, too",
    "書き込み担当の Yagura が新しいバージョンです。このマシンは、同じバージョンになるまで止まっています",
  ],
  [
    "the log of the cluster ends before what this machine has: servers have lost what they had confirmed; `yagura cluster adopt` lets the cluster begin anew from the machine that is furthest",
    "クラスターのログが、このマシンの内容より前で終わっています。確認済みの内容がサーバーから失われました。最も進んだマシンで `yagura cluster adopt` を実行すると、作り直せます",
  ],
  ["this machine is left behind by the cluster", "このマシンはクラスターから遅れています"],
];

/** Answers and reasons that reach the page. */
export const clusterAnswers: readonly Pair[] = [
  ["the question is too large for the NATS servers", "リクエストが大きすぎて、NATSサーバーを通せません"],
  ["the answer is too large for the NATS servers", "応答が大きすぎて、NATSサーバーを通せません"],
  [
    "the writer of the cluster gave no answer: try again",
    "クラスターの書き込み担当が応答を返しませんでした。もう一度実行してください",
  ],
  [
    "the writer of the cluster did not answer in time: try again",
    "クラスターの書き込み担当が時間内に応答しませんでした。もう一度実行してください",
  ],
  [
    "the cluster has no writer at the moment: try again",
    "クラスターには今、書き込み担当がいません。もう一度実行してください",
  ],
  [
    "this machine follows: another one of the cluster writes",
    "このマシンは追従中です。書き込みはクラスターの別のマシンが行います",
  ],
  [
    "the cluster does not answer: places of consumers are not known",
    "クラスターが応答しないため、コンシューマーの位置が分かりません",
  ],
  [
    "another machine of the cluster writes: this machine starts again, and follows",
    "クラスターの別のマシンが書き込んでいます。このマシンは起動し直し、追従します",
  ],
  [
    "the cluster does not confirm what is written: this machine starts again, and follows",
    "書き込みがクラスターで確認されません。このマシンは起動し直し、追従します",
  ],
  ["this machine stops", "このマシンは停止します"],
  ["the answer cannot be read", "応答を読み取れません"],
  ["the machine that writes has no such call", "書き込みを担当するマシンに、この呼び出しはありません"],
];

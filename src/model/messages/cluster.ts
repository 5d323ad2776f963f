/** Refusals about a cluster of machines, in English and Japanese. */
import type { Pair } from "../language.ts";

export const clusterMessages: readonly Pair[] = [
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
  ["the snapshot {1} of the cluster is not there", "クラスターのスナップショット {1} がありません"],
  ["the snapshot {1} of the cluster is spoiled", "クラスターのスナップショット {1} は壊れています"],
];

/** Which machine of a cluster answers, and how it is doing there: for `/api/about`, `/readyz`, and in words. */
import type { Language } from "../language.ts";

export const machineParts = ["writer", "follower", "gateway"] as const;

export interface MachineAnswer {
  readonly name: string;
  readonly part: (typeof machineParts)[number];
  /** The newest term that it knows. */
  readonly term: number;
  /** The place of the cluster's log up to which it has all. */
  readonly place: number;
  /** Messages that the writer had more when it was heard last. */
  readonly behind: number;
  /** Who writes; absent: nobody is heard. */
  readonly writer?: { readonly name: string; readonly page: string };
  /** Why it stands still until a person does something. */
  readonly trouble?: string;
  /** Time in which it heard nothing through the servers, seconds; absent: they answer. */
  readonly silentSeconds?: number;
}

/** Longer than servers take to elect who leads. */
const mostSilentSeconds = 10;

/** Whether readers should go to another machine: it stands still, or is behind and cut off. */
export const isLeftBehind = ({ trouble, silentSeconds = 0, behind }: MachineAnswer): boolean =>
  trouble !== undefined || (silentSeconds >= mostSilentSeconds && behind > 0);

/** One line about a machine, such as "tokyo-2 follows tokyo-1, 0 behind". */
export function machineWords(machine: MachineAnswer, language: Language): string {
  const { name, part, behind, writer, trouble, silentSeconds } = machine;
  const count = behind.toLocaleString("en");
  const facts =
    language === "en"
      ? [
          `${name}${part === "gateway" ? " (gateway)" : ""} ${part === "writer" ? "writes" : "follows"}`,
          ...(part === "writer" ? [] : [`${writer === undefined ? "nobody writes, " : ""}${count} behind`]),
          ...(silentSeconds === undefined ? [] : [`the servers have not answered for ${silentSeconds} s`]),
          ...(trouble === undefined ? [] : ["it stands still: `yagura cluster status` says why"]),
        ]
      : [
          `${name}（${partsInJapanese[part]}）`,
          ...(part === "writer" ? [] : [`書き込みは${writer === undefined ? "なし" : ` ${writer.name}`}`]),
          ...(part === "writer" ? [] : [`遅れ${count}件`]),
          ...(silentSeconds === undefined ? [] : [`サーバーの応答が${silentSeconds}秒ありません`]),
          ...(trouble === undefined ? [] : ["停止中（理由は `yagura cluster status`）"]),
        ];
  if (language === "en" && part !== "writer" && writer !== undefined) facts[0] += ` ${writer.name}`;
  return facts.join(language === "en" ? ", " : "、");
}

const partsInJapanese = { writer: "書き込み", follower: "追従", gateway: "ゲートウェイ" } as const;

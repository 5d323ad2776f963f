/** Texts of the help, each in English and in Japanese, and those that several commands share. */
import type { CallerLanguage } from "../lib/text/language.ts";

/** A text in the caller's language, which was written in both. */
export type Said = string & { readonly isInBothLanguages: true };

/** Gives the one of two texts that the caller reads. */
export type Say = (english: string, japanese: string) => Said;

export function sayIn(language: CallerLanguage): Say {
  return (english, japanese) => (language === "ja" ? japanese : english) as Said;
}

export const tokenAbout = (say: Say): Said =>
  say(
    "access token with which one may act; default: YAGURA_TOKEN, then the config's first one",
    "操作に使うアクセストークン。既定は YAGURA_TOKEN、次に設定の最初のトークンです",
  );

export const jsonAbout = (say: Say): Said =>
  say("print in a form for programs", "プログラム用の形式で出力します");

/** The database among the files that a command names. @param how what the command does with it */
export function databaseFile(say: Say, how: Said): readonly [name: Said, how: Said] {
  return [say("the database (state)", "データベース（state）"), how];
}

export const onlyRead = (say: Say): Said => say("read only", "読み取りのみ");

export const readWhereNoneRuns = (say: Say): Said =>
  say("read only, where no monitor runs", "読み取りのみ（監視が動作していないとき）");

export const rulesFile = (say: Say) => ["rules/*.yaml", say("the rules", "ルール")] as const;

export const pastFile = (say: Say) =>
  [
    "history.db",
    say("past data of the services, beside the database", "サービスの過去データ。データベースの隣にあります"),
  ] as const;

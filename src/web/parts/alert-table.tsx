/** Alerts about one thing as a table: when, how grave, what it said with a link to each, and by which rule. */
import type { Severity } from "../../model/news-items.ts";
import { link } from "../shell/address.ts";
import { useLanguage, useWords } from "../shell/language.tsx";
import { momentText } from "./day.ts";
import { RuleName } from "./rule-name.tsx";
import { SeverityMark } from "./severity.tsx";
import { Table } from "./table.tsx";

export interface ChartedAlert {
  readonly seq: number;
  readonly id: string;
  /** On the axis of the charts, ms since 1970. */
  readonly at: number;
  readonly rule: string;
  readonly severity: Severity;
  /** Untrusted. */
  readonly title: string;
  readonly titles: Readonly<Partial<Record<"en" | "ja", string>>>;
}

interface AlertTableProps {
  readonly caption: string;
  readonly alerts: readonly ChartedAlert[];
  /** Rows that are shown before more are asked for. */
  readonly most: number;
}

export function AlertTable({ caption, alerts, most }: AlertTableProps) {
  const said = useWords(words);
  const language = useLanguage();
  return (
    <Table
      caption={caption}
      rows={alerts}
      rowKey={({ seq }) => seq}
      most={most}
      columns={[
        {
          ...{ key: "at", title: said.time, isNumber: false },
          value: ({ at }) => at,
          show: ({ at }) => momentText(at, language),
        },
        {
          ...{ key: "severity", title: said.severity },
          value: ({ severity }) => severity,
          show: ({ severity }) => <SeverityMark severity={severity} />,
        },
        {
          ...{ key: "title", title: said.alert },
          value: (alert) => alertTitle(alert, language),
          show: (alert) => <a href={link("alert", [alert.id])}>{alertTitle(alert, language)}</a>,
        },
        {
          ...{ key: "rule", title: said.rule },
          value: ({ rule }) => rule,
          show: ({ rule }) => (
            <a href={link("rules", [rule])}>
              <RuleName rule={rule} />
            </a>
          ),
        },
      ]}
    />
  );
}

export function alertTitle({ title, titles }: ChartedAlert, language: "en" | "ja"): string {
  return titles[language] ?? title;
}

const en = { time: "Time", severity: "Severity", alert: "Alert", rule: "Rule" };
const words: Record<"en" | "ja", typeof en> = {
  en,
  ja: { time: "日時", severity: "重要度", alert: "アラート", rule: "ルール" },
};

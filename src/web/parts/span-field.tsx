/** For how long alerts are to be quiet. */
import { useWords } from "../shell/language.tsx";

/** The span that is offered first. */
export const usualSpan = "3h";

interface SpanFieldProps {
  readonly value: string;
  change(span: string): void;
}

export function SpanField({ value, change }: SpanFieldProps) {
  const said = useWords(words);
  return (
    <label>
      {said.howLong}
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {Object.entries(said.spans).map(([span, shown]) => (
          <option key={span} value={span}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

const en = {
  howLong: "For how long",
  spans: { "1h": "1 hour", "3h": "3 hours", "1d": "1 day", "7d": "7 days" } as Record<string, string>,
};

const words: Record<"en" | "ja", typeof en> = {
  en,
  ja: { howLong: "期間", spans: { "1h": "1時間", "3h": "3時間", "1d": "1日", "7d": "7日間" } },
};

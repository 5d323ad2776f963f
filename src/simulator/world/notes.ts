/** Remarks on series, English and Japanese. */
export const plainNotes = ["Simulated figures", "模擬の数値"] as const;

/** Longer ones make the catalogue of the survey of enterprises as large as the service's, about 99 MB. */
export const surveyNotes = [
  "Simulated figures of a simulated survey of enterprises, by size of enterprise, industry, judgement and time, as a share of the answers in percentage points; actual result and forecast",
  "模擬の企業調査による模擬の数値。企業規模、業種、判断項目、実績と先行きの別。回答社数構成比、％ポイント",
] as const;

/** A call that settings declare, as a part of `upstreams.market`: a closing price a stock and day. @param unit of the price */
export const sampleCall = (unit = "JPY") => `    calls:
      sample/prices:
        about: { en: prices of samples, ja: 見本の価格 }
        parameters: { code: {}, date: {} }
        rules: [{ atLeastOne: [code, date] }]
        key: [date, code]
        day: [date]
        occurred: date
        out: ["16:30"]
        tracks: [close]
        fields:
          date: { wire: Date, type: date, required: true, about: { en: day, ja: 日 } }
          code: { wire: Code, type: code, required: true, about: { en: code, ja: コード } }
          close: { wire: C, type: number, unit: ${unit}, about: { en: closing price, ja: 終値 } }`;

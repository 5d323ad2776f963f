/** Keys of a statement's record; a value that the statement does not tell is "". */
const figures = "Sales OP OdP NP EPS";
const dividends = "Div1Q Div2Q Div3Q DivFY DivAnn DivUnit";
const forecast = "FSales FOP FOdP FNP FEPS";
// The service writes one name with a small letter.
const nextForecast = "NxFSales NxFOP NxFOdP NxFNp NxFEPS";

const each = (names: string, prefix: string, suffix = "") =>
  names.split(" ").map((name) => `${prefix}${name}${suffix}`);

export const statementNames: readonly string[] = [
  ..."DiscDate DiscTime Code DiscNo DocType CurPerType CurPerSt CurPerEn CurFYSt CurFYEn NxtFYSt NxtFYEn".split(
    " ",
  ),
  ...`${figures} DEPS TA Eq EqAR BPS CFO CFI CFF CashEq`.split(" "),
  ...`${dividends} DivTotalAnn PayoutRatioAnn`.split(" "),
  ...each(`${dividends} DivTotalAnn PayoutRatioAnn`, "F"),
  ...each(`${dividends} PayoutRatioAnn`, "NxF"),
  ...each(forecast, "", "2Q"),
  ...each(nextForecast, "", "2Q"),
  ...forecast.split(" "),
  ...nextForecast.split(" "),
  ..."MatChgSub SigChgInC ChgByASRev ChgNoASRev ChgAcEst RetroRst ShOutFY TrShFY AvgSh".split(" "),
  ...each(`${figures} TA Eq EqAR BPS`, "NC"),
  ...each(figures, "FNC", "2Q"),
  ...each(figures, "NxFNC", "2Q"),
  ...each(figures, "FNC"),
  ...each(figures, "NxFNC"),
  ..."ShEq NCShEq ROE NCROE".split(" "),
];

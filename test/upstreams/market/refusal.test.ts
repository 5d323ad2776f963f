import { expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import { coveredDays, marketRefusal } from "../../../src/upstreams/market/refusals.ts";

const asked = "http://127.0.0.1:9000/plan/key/v2/markets/short-ratio";

test.each([
  [403, "This API is not available on your subscription.", "plan"],
  [403, "The incoming api key is invalid or expired.", "key"],
  [403, "No active subscription found.", "no-plan"],
  [403, "The requested endpoint does not exist.", "no-such-call"],
  [403, "The requested path does not exist or the method is not allowed.", "no-such-call"],
  [403, "Forbidden", "unclear"],
  [401, "whatever", "key"],
  [404, "Not found", "no-such-call"],
  [400, "Your subscription covers the following dates: 2024-08-26 ~ .", "window"],
  [400, "'date' must be a date in the form YYYY-MM-DD.", undefined],
  [500, "The plan is down.", undefined],
])("a %d that says %j", (status, said, expected) => {
  const failure = new Failure("refused", `${asked} answered ${status}: ${said}`, { status });
  expect(marketRefusal(failure)).toBe(expected);
});

test("of two forms of a call, one of which does not exist, the other says what is refused", () => {
  const [one, two] = [
    "The requested endpoint does not exist.",
    "This API is not available on your subscription.",
  ];
  const message = `mkt: ${asked} answered 403: ${one}; topix: ${asked} answered 403: ${two}`;
  expect(marketRefusal(new Failure("refused", message, { status: 403 }))).toBe("plan");
});

test("a refusal of days names those that the plan covers", () => {
  const said = (dates: string) =>
    coveredDays({ message: `Your subscription covers the following dates: ${dates}.` });
  expect(said("2024-08-26 ~ ")).toEqual({ from: "2024-08-26", to: undefined });
  expect(said("2024-08-26 ~ 2026-08-30")).toEqual({ from: "2024-08-26", to: "2026-08-30" });
  expect(said(" ~ 2026-08-30")).toEqual({ from: undefined, to: "2026-08-30" });
  expect(said("all of them")).toBeUndefined();
  expect(coveredDays({ message: "the plan lacks 2024-08-26 ~ 2026-08-30" })).toBeUndefined();
});

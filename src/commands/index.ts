/** The registry of commands, in the order of the help. */
import { backtest } from "./backtest/command.ts";
import { check } from "./check/command.ts";
import type { CommandMember } from "./command.ts";
import { fetch } from "./fetch/command.ts";
import { healthcheck } from "./healthcheck/command.ts";
import { run } from "./run/command.ts";
import { schema } from "./schema/command.ts";
import { sendTest } from "./send-test/command.ts";
import { simulate } from "./simulate/command.ts";
import { sources } from "./sources/command.ts";
import { tail } from "./tail/command.ts";
import { test } from "./test/command.ts";
import { verify } from "./verify/command.ts";
import { why } from "./why/command.ts";

export const commands: readonly CommandMember[] = [
  ...[run, check, test, schema, backtest, tail, fetch, simulate, sources, why, verify, sendTest],
  healthcheck,
];

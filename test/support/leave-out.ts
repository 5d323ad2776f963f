/** Leaves out, with its reason, what cannot be asked of a machine that follows. */
import { beforeEach } from "vitest";
import { leftOut } from "../against-follower.ts";

beforeEach(({ task, skip }) => {
  const reason = leftOut[task.name];
  if (reason !== undefined) skip(reason);
});

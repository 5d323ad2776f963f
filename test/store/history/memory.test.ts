import { describe } from "vitest";
import { createMemoryHistory } from "../../support/memory-history.ts";
import { keepsToTheContract } from "./contract.ts";

describe("a history in memory", () => keepsToTheContract(createMemoryHistory));

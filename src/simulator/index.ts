export { dialects } from "./dialect.ts";
export { parseFault } from "./http/faults.ts";
export { plans } from "./market/plans.ts";
export { openSimulator, type Simulator, type SimulatorOptions } from "./simulator.ts";
export { parseLate } from "./world/late.ts";
export { createWorldClock } from "./world-clock.ts";

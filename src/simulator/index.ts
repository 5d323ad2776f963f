export { openSimulator, type Simulator, type SimulatorOptions } from "./simulator.ts";
export { createWorldClock } from "./world-clock.ts";

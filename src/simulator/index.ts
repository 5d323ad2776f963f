export { openSimulator, type Simulator, type SimulatorOptions } from "./simulator.ts";
export { createWorldClock, type WorldClock, type WorldClockOptions } from "./world-clock.ts";

export { dialects, parseFault } from "./http/service.ts";
export { plans } from "./market/endpoint.ts";
export { openSimulator, type Simulator, type SimulatorOptions } from "./simulator.ts";
export { parseLate } from "./world/publication-times.ts";
export { businessDaysBefore } from "./world/trading-calendar.ts";
export { createWorldClock } from "./world/world.ts";

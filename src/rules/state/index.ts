/**
 * States of rules behind one port: a rule is asked about an event, or told that a moment has passed. What its state
 * is made of is known in this room alone; others keep it as JSON, and read what is exported here.
 */
export { askRule, begin } from "./ask-rule.ts";
export { isTimed } from "./by-time.ts";
export { createMemory, forgetful, type Memory } from "./example-states.ts";
export { expectAll, expects, passMoment } from "./pass-moment.ts";
export {
  endOpenAlert,
  memoryIn,
  openAlertIn,
  remembers,
  type SeededState,
  seededState,
  type Wait,
  waitIn,
} from "./rule-state.ts";

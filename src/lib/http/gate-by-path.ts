import type { Gate } from "./gate.ts";

/**
 * The gate of a service some of whose calls have limits of their own beside the one that all share.
 *
 * @param own by the end of the path, such as "/fins/summary"
 */
export function createGateByPath(shared: Gate, own: Readonly<Record<string, Gate>>): Gate {
  return {
    async enter(path, signal) {
      const [, first] = Object.entries(own).find(([end]) => path.endsWith(end)) ?? [];
      // What is rarer first: waiting for it must not hold a place that another call could have.
      const leaveOwn = await first?.enter(path, signal);
      try {
        const leave = await shared.enter(path, signal);
        return (answer) => {
          leave(answer);
          leaveOwn?.();
        };
      } catch (error) {
        leaveOwn?.();
        throw error;
      }
    },
  };
}

/** Keeps a long-running process small where V8 would rather keep garbage than collect it. */
import { setFlagsFromString } from "node:v8";

/**
 * On a machine with much memory V8 lets the heap of a quiet service grow to four times what it holds, and its
 * young generation to 48 MB. A monitor that mostly waits is better off collecting sooner. Call it before the
 * heavy modules are loaded. Both flags are read at each collection, so they work after the start.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--semi-space-growth-factor=1");
}

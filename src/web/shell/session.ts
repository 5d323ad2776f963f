/** What the reader may do here: read, or act as well. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";

export type Right = "read" | "act";

export const RightContext = createContext<Right>("act");

export function useMayAct(): boolean {
  return useContext(RightContext) === "act";
}

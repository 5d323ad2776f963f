/** Parts of undici that are imported singly, since its index is slow to load; it has no types for them. */
declare module "undici/lib/dispatcher/agent.js" {
  import type { Agent } from "undici";

  const agent: typeof Agent;
  export default agent;
}

declare module "undici/lib/api/api-request.js" {
  import type { Agent } from "undici";

  const request: Agent["request"];
  export default request;
}

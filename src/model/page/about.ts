/** Answer of `/api/about`: what the page shows of the monitor itself. */
export interface AboutAnswer {
  readonly version: string;
  /** Names of the services that are made up. */
  readonly simulated: readonly string[];
  /** Address of a page about a stock, with `{code}` in it, if the settings have one. */
  readonly stockPage?: string;
}

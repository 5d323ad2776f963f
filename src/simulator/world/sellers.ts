/** The fictional short sellers, always the same. */
import listed from "../../../fixtures/simulator/sellers.json" with { type: "json" };

export interface Seller {
  readonly index: number;
  readonly name: string;
  readonly fund?: string;
}

export const sellers: readonly Seller[] = listed.map(({ name, fund }, index) => ({
  index,
  name,
  ...(fund === undefined ? {} : { fund }),
}));

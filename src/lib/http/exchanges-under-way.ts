import { channel } from "node:diagnostics_channel";

/**
 * Hears 1 when an exchange with a service begins and -1 when it is over, its body read: for those who look on
 * from outside and must know when nothing is under way.
 */
export const underWay = channel("yagura:exchanges");

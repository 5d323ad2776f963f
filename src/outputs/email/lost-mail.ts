/** Mails as the news of lost deliveries tells of them. */
import type { LosingOutput } from "../delivery/given-up.ts";
import { messageIdOf } from "./headers.ts";

export const lostMail: LosingOutput = { name: "email", failure: "mail.failed", messageIdOf };

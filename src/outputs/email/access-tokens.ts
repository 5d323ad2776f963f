/**
 * Access tokens of OAuth2, by which a mailbox is entered without its password: fetched from the provider's token service
 * when one is needed, and kept until shortly before they end.
 */
import * as z from "zod";
import type { Clock } from "../../lib/clock.ts";
import { Failure } from "../../lib/failure.ts";
import type { HttpForms } from "../../lib/http/http.ts";
import { bodyJson, type HttpResponse, serviceMessage, shownMessage } from "../../lib/http/response.ts";
import { SendError } from "../delivery/transport.ts";

/** The right to send mails as a user, as the provider gave it. */
export interface OAuth2 {
  readonly user: string;
  readonly clientId: string;
  /** Absent: the provider gave none, as for programs on people's own machines. */
  readonly clientSecret?: string | undefined;
  readonly refreshToken: string;
  /** Address of the token service. */
  readonly accessUrl: string;
  readonly scope?: string | undefined;
}

export interface AccessTokens {
  readonly user: string;
  /** The kept token, or a new one; whoever asks at once shares one request. Rejects with a SendError. */
  current(): Promise<string>;
  /** A token that was refused is not given out again. */
  drop(token: string): void;
  /** Ends a request that is under way. */
  close(): void;
}

export interface AccessTokensParts {
  readonly http: HttpForms;
  readonly clock: Clock;
}

/** A token is not used in its last minute: it must still hold when the mail server looks at it. */
const MARGIN_MS = 60_000;
/** The life of a token of which the service does not say how long it is. */
const UNTOLD_LIFE_MS = 300_000;
/** Time in which a service that failed is not asked again, whoever wants a token. */
const CALM_MS = 30_000;

const answerForm = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  refresh_token: z.string().min(1).optional().catch(undefined),
});

export function createAccessTokens(oauth2: OAuth2, { http, clock }: AccessTokensParts): AccessTokens {
  const ending = new AbortController();
  let kept: { readonly token: string; readonly endsAt: number } | undefined;
  let failed: { readonly error: SendError; readonly until: number } | undefined;
  let underWay: Promise<string> | undefined;
  // Some services give another one with each token.
  let { refreshToken } = oauth2;

  async function fetchToken(): Promise<string> {
    try {
      const answer = await ask(oauth2, refreshToken, http, ending.signal);
      const lifeMs = answer.expires_in === undefined ? UNTOLD_LIFE_MS : answer.expires_in * 1_000;
      refreshToken = answer.refresh_token ?? refreshToken;
      kept = {
        token: answer.access_token,
        endsAt: clock.elapsed() + Math.max(lifeMs - MARGIN_MS, lifeMs / 2),
      };
      return answer.access_token;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      failed = { error, until: clock.elapsed() + CALM_MS };
      throw error;
    }
  }

  return {
    user: oauth2.user,
    async current() {
      const now = clock.elapsed();
      if (kept !== undefined && now < kept.endsAt) return kept.token;
      if (failed !== undefined && now < failed.until) throw failed.error;
      underWay ??= fetchToken().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    drop(token) {
      if (kept?.token === token) kept = undefined;
    },
    close: () => ending.abort(),
  };
}

/** Asks the token service once. Throws a SendError, in words without a secret. */
async function ask(
  { clientId, clientSecret, accessUrl, scope }: OAuth2,
  refreshToken: string,
  http: HttpForms,
  signal: AbortSignal,
): Promise<z.output<typeof answerForm>> {
  const { host } = new URL(accessUrl);
  const secrets = [refreshToken, clientSecret ?? ""];
  const form = {
    grant_type: "refresh_token",
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    refresh_token: refreshToken,
    ...(scope === undefined ? {} : { scope }),
  };
  try {
    const response = await http.post(accessUrl, form, signal);
    if (response.status !== 200) throw new SendError(refusalWords(response, host, secrets), "no-way");
    const answer = answerForm.safeParse(bodyJson(response));
    if (answer.success) return answer.data;
    throw new SendError(`the token service ${host} answers without an access token`, "no-way");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const words = shownMessage(error.message, secrets);
    throw new SendError(`the token service of the mail account gives no answer: ${words}`, "no-way", error);
  }
}

/** The errors of RFC 6749 that a person can do something about. */
const advice: Readonly<Record<string, string>> = {
  invalid_grant:
    "takes `refreshToken` no more, since it has ended or was revoked: log in at the provider again, and write the new one into the settings",
  invalid_client: "does not know `clientId`, or `clientSecret` is not the one that belongs to it",
  unauthorized_client: "does not let `clientId` ask for this: look at its rights at the provider",
  invalid_scope: "does not know the `scope`, or `refreshToken` was given for another one",
};

function refusalWords(response: HttpResponse, host: string, secrets: readonly string[]): string {
  const { error, description } = errorOf(response);
  const said = description === "" ? error : `${error}: ${description}`;
  const known = Object.hasOwn(advice, error) ? advice[error] : undefined;
  const answered = `answered ${response.status}`;
  if (known !== undefined) return shownMessage(`the token service ${host} ${known} (${said})`, secrets);
  const other = said || serviceMessage(response, secrets);
  return shownMessage(`the token service ${host} ${answered}${other ? `: ${other}` : ""}`, secrets);
}

const errorForm = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
});

function errorOf(response: HttpResponse): { readonly error: string; readonly description: string } {
  const nothing = { error: "", description: "" };
  try {
    const { data } = errorForm.safeParse(bodyJson(response));
    // Only the first line speaks to people; numbers of the request follow.
    const [description = ""] = (data?.error_description ?? "").split(/[\r\n]/);
    return data === undefined ? nothing : { error: data.error, description };
  } catch (failure) {
    if (failure instanceof Failure) return nothing;
    throw failure;
  }
}

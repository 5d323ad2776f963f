/** A token service of OAuth2 on loopback, as the big providers have one. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { OAuth2 } from "../../../src/outputs/email/access-tokens.ts";

export interface TokenService {
  readonly url: string;
  /** Forms that it was sent, in their order. */
  readonly asked: Readonly<Record<string, string>>[];
  /** Tokens that it gave, in their order. */
  readonly given: string[];
  /** Answers in its place; true: it did. */
  odd: (response: ServerResponse, count: number) => boolean;
  lifeSeconds: number;
  /** Right to send mails, as it knows it. */
  readonly oauth2: OAuth2;
}

const known = {
  user: "desk@example.com",
  clientId: "yagura-at-home",
  clientSecret: "canary-client-1f6b",
  refreshToken: "canary-refresh-8d20",
};

export async function tokenService(): Promise<TokenService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
    service.asked.push(form);
    if (service.odd(response, service.asked.length)) return;
    const isKnown = form.client_id === known.clientId && form.client_secret === known.clientSecret;
    if (request.method !== "POST" || !isForm || form.grant_type !== "refresh_token")
      return refuse(response, 400, "invalid_request");
    if (!isKnown) return refuse(response, 401, "invalid_client");
    if (form.refresh_token !== known.refreshToken)
      return refuse(response, 400, "invalid_grant", "Token has been expired or revoked.");
    const token = `canary-access-${service.given.length + 1}`;
    service.given.push(token);
    const body = { access_token: token, expires_in: service.lifeSeconds, token_type: "Bearer" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/token`;
  const service: TokenService = {
    ...{ url, asked: [], given: [], lifeSeconds: 3_600 },
    odd: () => false,
    oauth2: { ...known, accessUrl: url },
  };
  return service;
}

export function refuse(response: ServerResponse, status: number, error: string, description?: string): void {
  const body = { error, ...(description !== undefined && { error_description: description }) };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

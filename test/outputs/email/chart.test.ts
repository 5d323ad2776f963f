/** The chart of an item's past: an image inside the mail, and the same numbers in words. */
import { decode } from "fast-png";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { chartImage } from "../../../src/outputs/email/chart-image.ts";
import { compose } from "../../../src/outputs/email/mailer.ts";
import type { PastValues } from "../../../src/outputs/member.ts";
import { mailAbout } from "../letter/scene.ts";

const past: PastValues = {
  field: "ratio",
  points: [
    ["2026-11-16", 0.51],
    ["2026-11-17", 0.93],
    ["2026-11-18", 1.12],
  ],
};
const mailWith = (more: Partial<PastValues> = {}) =>
  mailAbout({}, {}, { pastOf: () => ({ ...past, ...more }) });

/** Whether the line, or a dot of it, goes through a place of the shown size. */
function isDrawn(image: ReturnType<typeof decode>, x: number, y: number): boolean {
  const at = (y * 2 * image.width + x * 2) * 4;
  const [red = 0, , blue = 0, alpha = 0] = image.data.slice(at, at + 4);
  return alpha > 128 && Math.abs(red - blue) > 100;
}

test("the image is shown where the HTML names it, and is part of the mail", async () => {
  const mail = mailWith();
  const { attachments, html = "", text } = await PostalMime.parse(await compose(mail));
  expect(attachments).toHaveLength(1);
  const [image] = attachments;
  expect(image).toMatchObject({ mimeType: "image/png", disposition: "inline", related: true });
  const [, cid] = /src="cid:([^"]+)"/.exec(html) ?? [];
  expect(image?.contentId).toBe(`<${cid}>`);
  const png = decode(new Uint8Array(image?.content as ArrayBuffer));
  expect(png).toMatchObject({ width: 960, height: 240, channels: 4 });
  expect(text).toContain("Short position, % of shares outstanding: lowest 0.51, highest 1.12");
});

test("the numbers stand in the text part and beside the image", () => {
  const { text, html } = mailWith();
  expect(text).toContain(`Recent history
  Short position, % of shares outstanding: lowest 0.51, highest 1.12, now 1.12
  Mon 16 Nov: 0.51; Tue 17 Nov: 0.93; Wed 18 Nov: 1.12
`);
  expect(html).toContain("Mon 16 Nov: 0.51; Tue 17 Nov: 0.93; Wed 18 Nov: 1.12");
});

test("a mail without an image has no part for one", async () => {
  for (const mail of [mailAbout(), mailWith({ points: past.points.slice(1) })]) {
    const { attachments, html } = await PostalMime.parse(await compose(mail));
    expect(attachments).toEqual([]);
    expect(html).not.toContain("<img");
    expect(mail.text).not.toContain("Recent history");
  }
});

test("the same points give the same bytes, in the image and in the mail", async () => {
  expect(chartImage(past.points).equals(chartImage([...past.points]))).toBe(true);
  expect((await compose(mailWith())).equals(await compose(mailWith()))).toBe(true);
  expect(chartImage(past.points).equals(chartImage(past.points.slice(1)))).toBe(false);
});

test("the line goes from the lower left to the upper right where values rise", () => {
  const image = decode(
    chartImage([
      ["2026-11-16", 1],
      ["2026-11-17", 2],
      ["2026-11-18", 3],
    ]),
  );
  expect(isDrawn(image, 16, 104)).toBe(true);
  expect(isDrawn(image, 240, 60)).toBe(true);
  expect(isDrawn(image, 464, 16)).toBe(true);
  // Between two dots there is the line alone.
  expect(isDrawn(image, 128, 82)).toBe(true);
  expect(isDrawn(image, 352, 38)).toBe(true);
  expect(isDrawn(image, 16, 16)).toBe(false);
  expect(isDrawn(image, 464, 104)).toBe(false);
});

test("days lie as far apart as they are, other periods one after another", () => {
  const values = [1, 2, 3] as const;
  const of = (labels: readonly string[]) =>
    decode(chartImage(values.map((value, index) => [labels[index] ?? "", value] as const)));
  // The day in the middle is the second of ten.
  const days = of(["2026-11-01", "2026-11-02", "2026-11-11"]);
  expect(isDrawn(days, 16 + 45, 60)).toBe(true);
  expect(isDrawn(days, 240, 60)).toBe(false);
  expect(isDrawn(of(["2026-Q1", "2026-Q2", "2026-Q3"]), 240, 60)).toBe(true);
});

test("values that are all equal, very large or far apart are a line within the image", () => {
  const most = Number.MAX_VALUE;
  for (const values of [
    [5, 5, 5],
    [most, -most, 0],
    [1e-12, 2e-12, 3e-12],
  ]) {
    const image = decode(chartImage(values.map((value, index) => [`p${index}`, value] as const)));
    const drawn = Array.from({ length: 120 }, (_, y) => isDrawn(image, 16, y)).filter(Boolean);
    expect(drawn.length, String(values)).toBeGreaterThan(0);
  }
});

test("the ground is transparent, and every colour is of middle brightness", () => {
  const { data } = decode(chartImage(past.points));
  let clear = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
    if (alpha === 0) clear++;
    else {
      const brightness = (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
      expect(brightness).toBeGreaterThan(0.3);
      expect(brightness).toBeLessThan(0.7);
    }
  }
  expect(clear / (data.length / 4)).toBeGreaterThan(0.9);
});

test("of many points the latest sixty are shown, and what is no number is left out", () => {
  const points = Array.from({ length: 100 }, (_, index) => [`p${index}`, index] as const);
  const { text, extras } = mailWith({ points: [...points, ["bad", Number.NaN]] });
  expect(extras?.chart?.points).toHaveLength(60);
  expect(text).toContain("p40: 40; p41: 41");
  expect(text).not.toMatch(/p39|NaN/);
  expect(
    Math.max(
      ...text
        .split("\n")
        .filter((line) => /p\d+:/.test(line))
        .map((line) => line.length),
    ),
  ).toBeLessThan(80);
});

test("strangers' words about the past are text", async () => {
  const words = `"><script>x</script>\r\nBcc: a@b\u202e`;
  const mail = mailWith({
    field: words,
    points: past.points.map(([, value], index) => [`${words}${index}`, value]),
  });
  expect(mail.html).not.toMatch(/<script|\u202e/);
  expect(mail.html.match(/<img [^>]*>/g)).toHaveLength(1);
  const { headers } = await PostalMime.parse(await compose(mail));
  expect(headers.map(({ key }) => key)).not.toContain("bcc");
});

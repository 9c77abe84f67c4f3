import { expect, test } from "vitest";
import { exactShape } from "@/lib/services/storage/pictures/format";
import { DEFAULT_PRESETS, PictureShape, Presets, parseShape, shapeText } from "@/lib/services/storage/pictures/shape";

test.each([
  [{ w: 400, h: 300, fit: "cover", format: "webp", q: 70 }, "w400-h300-cover-webp-q70"],
  [{ w: 400 }, "w400-inside-auto-q80"],
  [{ h: 1 }, "h1-inside-auto-q80"],
  [{}, "inside-auto-q80"],
])("a shape is written as one text and read back: %j", (input, text) => {
  const shape = PictureShape.parse(input);
  expect(shapeText(shape)).toBe(text);
  expect(parseShape(text)).toEqual(shape);
});

test.each([
  "",
  "w400",
  "w0-inside-auto-q80",
  "w4097-inside-auto-q80",
  "w04-inside-auto-q80",
  "w4-crop-auto-q80",
  "w4-inside-svg-q80",
])("no shape is read from %j", (text) => expect(parseShape(text)).toBeNull());

test("presets have names and bounds, and buckets begin with some", () => {
  expect(Presets.parse(DEFAULT_PRESETS)).toEqual(DEFAULT_PRESETS);
  expect(Object.keys(DEFAULT_PRESETS)).toContain("thumbnail");
  for (const presets of [{ "a b": {} }, { a: { w: 5_000 } }, { a: { x: 1 } }, { a: { format: "svg" } }]) {
    expect(Presets.safeParse(presets).success).toBe(false);
  }
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, {}]));
  expect(Presets.safeParse(many).success).toBe(false);
});

test("the format is settled by the reader and by the picture", () => {
  const shape = PictureShape.parse({ w: 4 });
  const formatOf = (type: string, accept: string) => exactShape(shape, type, accept)?.format;
  expect(formatOf("image/jpeg; q=1", "image/webp,*/*")).toBe("webp");
  expect(["image/jpeg", "image/gif", "image/avif"].map((type) => formatOf(type, "*/*"))).toEqual([
    "jpeg",
    "png",
    "avif",
  ]);
  expect(formatOf("image/svg+xml", "image/webp")).toBeUndefined();
});

import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretText, hashSecretText, isSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import { createId, isId } from "@/lib/core/ids";

const random = { bytes: (length: number) => randomBytes(length) };
const zeros = { bytes: (length: number) => new Uint8Array(length) };

/** Chi-squared of the characters of a text over an alphabet of this size. */
function chiSquared(text: string, size: number): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(size);
  const expected = text.length / size;
  return [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe("a bearer secret", () => {
  it("AK-05: has a fixed prefix, 43 characters and the CRC-32 of it all, in base62, most significant first", () => {
    const text = createSecretText("mk_coppice_", zeros);
    // zlib.crc32("mk_coppice_" + "0" * 43), counted with Python and written in base62.
    expect(text).toBe(`mk_coppice_${"0".repeat(43)}2d2uu5`);
    expect(createSecretText("mk_coppice_", random)).toMatch(/^mk_coppice_[0-9A-Za-z]{49}$/);
  });

  it("AK-05: is told from text with any one character changed", () => {
    const text = createSecretText("mk_coppice_", random);
    expect(isSecretText("mk_coppice_", text)).toBe(true);
    for (let i = 0; i < text.length; i++) {
      const changed = `${text.slice(0, i)}${text[i] === "0" ? "1" : "0"}${text.slice(i + 1)}`;
      expect(isSecretText("mk_coppice_", changed), String(i)).toBe(false);
    }
    for (const value of ["", text.slice(0, -1), `${text}0`, ` ${text}`, text.toLowerCase()]) {
      expect(isSecretText("mk_coppice_", value)).toBe(false);
    }
    expect(isSecretText("sk_coppice_", text)).toBe(false);
  });

  it("AK-01: is kept as its SHA-256", () => {
    expect(Buffer.from(hashSecretText("abc")).toString("hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(Buffer.from(hashSecretText("x"))).toEqual(createHash("sha256").update("x").digest());
  });

  it("has every character with the same likelihood", () => {
    // 61 degrees of freedom: above 130 once in a few million runs.
    expect(chiSquared(randomBase62(200_000, random), 62)).toBeLessThan(130);
  });

  it("drops bytes that would make some characters likelier", () => {
    let call = 0;
    const source = { bytes: (length: number) => new Uint8Array(length).fill(call++ === 0 ? 248 : 61) };
    expect(randomBase62(4, source)).toBe("zzzz");
    expect(call).toBe(2);
  });
});

describe("an id", () => {
  it("is the prefix of its kind and 20 characters of [0-9a-z]", () => {
    expect(createId("database", zeros)).toBe(`db_${"0".repeat(20)}`);
    expect(createId("request", random)).toMatch(/^req_[0-9a-z]{20}$/);
  });

  it("is told from everything else", () => {
    const id = createId("database", random);
    expect(isId("database", id)).toBe(true);
    const wrong = ["", "db_", id.slice(0, -1), `${id}0`, `${id}\n`, ` ${id}`, id.toUpperCase(), `key_${id.slice(3)}`];
    for (const value of [...wrong, `db_${"é".repeat(20)}`, `db_${"0".repeat(19)}-`]) {
      expect(isId("database", value), JSON.stringify(value)).toBe(false);
    }
  });

  it("has every character with the same likelihood, and none twice in 20,000", () => {
    const ids = Array.from({ length: 20_000 }, () => createId("key", random));
    expect(new Set(ids).size).toBe(ids.length);
    // 35 degrees of freedom.
    expect(chiSquared(ids.map((id) => id.slice(4)).join(""), 36)).toBeLessThan(95);
  });
});

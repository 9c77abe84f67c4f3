import { createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseKeyRing, SealError, type SecretKey, SecretSealer, sealedKeyId } from "@/lib/core/crypto/seal";

const random = { bytes: (length: number) => randomBytes(length) };
const key = (id: string): SecretKey => ({ id, secret: randomBytes(32) });
const place = { table: "database", column: "password", rowId: "db_1" };

describe("sealing a secret", () => {
  it("is undone by the same ring at the same place, for any text", () => {
    const sealer = new SecretSealer([key("k1")], random);
    for (const text of ["", "a", "pässwörd 🌳", "x".repeat(100_000)]) {
      expect(sealer.open(sealer.seal(text, place), place)).toBe(text);
    }
  });

  it("is AES-256-GCM under a key that HKDF-SHA-256 derives for this purpose, with the place as associated data", () => {
    const ring = key("k1");
    const sealed = new SecretSealer([ring], random).seal("secret", place);
    const bytes = Buffer.from(sealed.split(".")[2] ?? "", "base64url");
    const derived = Buffer.from(hkdfSync("sha256", ring.secret, "", "coppice/seal", 32));
    const decipher = createDecipheriv("aes-256-gcm", derived, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from("database.password:db_1")).setAuthTag(bytes.subarray(-16));
    expect(decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8")).toBe("secret");
    expect(sealed).toMatch(/^s1\.k1\.[\w-]+$/);
  });

  it("never gives the same text twice", () => {
    const sealer = new SecretSealer([key("k1")], random);
    expect(new Set(Array.from({ length: 100 }, () => sealer.seal("same", place))).size).toBe(100);
  });

  it("SC-01: a value moved to another row, column or table does not open", () => {
    const sealer = new SecretSealer([key("k1")], random);
    const sealed = sealer.seal("secret", place);
    for (const elsewhere of [{ rowId: "db_2" }, { column: "name" }, { table: "host" }]) {
      expect(() => sealer.open(sealed, { ...place, ...elsewhere })).toThrow(SealError);
    }
  });

  it("SC-01: a changed, shortened or foreign value does not open", () => {
    const sealer = new SecretSealer([key("k1")], random);
    const sealed = sealer.seal("secret", place);
    const bytes = Buffer.from(sealed.split(".")[2] ?? "", "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => sealer.open(`s1.k1.${changed.toString("base64url")}`, place)).toThrow(SealError);
    }
    const short = [
      sealed.slice(0, -1),
      "s1.k1.AAAA",
      "s1.k1.",
      "s1.k1",
      "s1",
      "",
      "secret",
      sealed.replace("s1", "s2"),
    ];
    for (const value of short) expect(() => sealer.open(value, place)).toThrow(SealError);
    const stranger = new SecretSealer([key("k1")], random);
    expect(() => stranger.open(sealed, place)).toThrow(SealError);
  });

  it("seals with the first key of the ring and opens with every one", () => {
    const [old, fresh] = [key("old"), key("fresh")];
    const sealed = new SecretSealer([old], random).seal("secret", place);
    const sealer = new SecretSealer([fresh, old], random);
    expect(sealer.open(sealed, place)).toBe("secret");
    expect([sealedKeyId(sealed), sealedKeyId(sealer.seal("secret", place))]).toEqual(["old", "fresh"]);
    expect(() => new SecretSealer([fresh], random).open(sealed, place)).toThrow("lacks key old");
  });

  it("reads the ring again, once, when a key is not in it", () => {
    const [old, fresh] = [key("old"), key("fresh")];
    const sealed = new SecretSealer([fresh], random).seal("secret", place);
    let reads = 0;
    const sealer = new SecretSealer([old], random, () => {
      reads += 1;
      return [fresh, old];
    });
    expect(sealer.open(sealed, place)).toBe("secret");
    expect(sealer.open(sealed, place)).toBe("secret");
    expect(reads).toBe(1);
  });
});

describe("the text of a key ring", () => {
  const base64 = randomBytes(32).toString("base64");

  it("is `id:base64`, newest first, with space around allowed", () => {
    const other = randomBytes(32).toString("base64");
    const ring = parseKeyRing(` k2:${base64} , k1:${other},`);
    expect(ring.map(({ id }) => id)).toEqual(["k2", "k1"]);
    expect(Buffer.from(ring[0].secret).toString("base64")).toBe(base64);
  });

  it("SC-02: is refused when it is empty, a key is not 256 bits, or an id is missing, odd or repeated", () => {
    const wrong = ["", " ", ",", base64, `:${base64}`, `a b:${base64}`, "k1:", "k1:short", `k1:${base64.slice(4)}`];
    for (const text of [...wrong, `k1:${base64},k1:${base64}`, `k1:${randomBytes(33).toString("base64")}`]) {
      expect(() => parseKeyRing(text), text).toThrow(SealError);
    }
  });

  it("is not repeated in the error", () => {
    expect(() => parseKeyRing("k1:c2VjcmV0LXZhbHVl")).toThrow(/^(?!.*c2VjcmV0)/);
  });
});

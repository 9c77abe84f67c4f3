import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type KeyRing, SecretSealer, sealedKeyId } from "@/lib/core/crypto/seal";

const random = { bytes: (length: number) => randomBytes(length) };
const place = { table: "host", column: "provisioner_url", rowId: "host_1" };
const oldKey = { id: "k1", secret: randomBytes(32) };
const newKey = { id: "k2", secret: randomBytes(32) };

describe("a sealer whose key ring is a file", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("opens a secret that another process sealed with a key that came later (RF-25)", () => {
    const sealed = new SecretSealer([newKey, oldKey], random).seal("value", place);
    const sealer = new SecretSealer([oldKey], random, () => [newKey, oldKey]);
    expect(sealer.open(sealed, place)).toBe("value");
  });

  it("stops sealing with a key that a rotation has retired (RF-25)", () => {
    let file: KeyRing = [oldKey];
    const sealer = new SecretSealer(file, random, () => file);
    file = [newKey];
    vi.advanceTimersByTime(4_999);
    expect(sealedKeyId(sealer.seal("value", place))).toBe("k1");
    vi.advanceTimersByTime(2);
    expect(sealedKeyId(sealer.seal("value", place))).toBe("k2");
  });
});

import { describe, expect, it } from "vitest";
import { parseKeyRing, SecretSealer } from "@/lib/core/crypto/seal";
import type { KeyFile } from "@/lib/hosting/secrets/key-file";
import type { SecretRotation } from "@/lib/hosting/secrets/rotate";
import { runCommand } from "@/tests/support/command-line";
import { random } from "@/tests/support/context";
import { emptyControlContext } from "@/tests/support/control-database";
import { insertHost } from "@/tests/support/rows";

async function setUp() {
  let text = `k1:${Buffer.from(random.bytes(32)).toString("base64")}\n`;
  const keyFile: KeyFile = {
    read: async () => text,
    write: async (changed) => {
      text = changed;
    },
  };
  const ring = () => parseKeyRing(text.trim());
  const ctx = await emptyControlContext({ sealer: new SecretSealer(ring(), random, ring) });
  const host = await insertHost(ctx);
  return { ctx, keyFile, host, keyIds: () => ring().map((key) => key.id) };
}

describe("secrets rotate", () => {
  it("adds a key, seals everything with it and keeps the old one; --retire drops unused ones", async () => {
    const { ctx, keyFile, keyIds } = await setUp();
    const rotated = await runCommand({ ctx, keyFile }, "secrets", "rotate", "--json");
    expect(rotated).toMatchObject({ exitCode: 0, stderr: "" });
    expect(rotated.json<SecretRotation>()).toEqual({
      ...{ resealed: 1, skipped: 0, unreadable: [], primaryKeyId: "k2" },
      ...{ retiredKeyIds: [], otherKeyIdsInUse: [] },
    });
    expect(keyIds()).toEqual(["k2", "k1"]);
    const retired = await runCommand({ ctx, keyFile }, "secrets", "rotate", "--retire");
    expect(retired.stdout).toBe("Encrypted 1 secret with the key k3.\nDropped from the ring: k2, k1.\n");
    expect(retired.stderr).toContain("Waiting");
    expect(keyIds()).toEqual(["k3"]);
  });

  it("exits with 1 and names the rows that no key opens", async () => {
    const { ctx, keyFile, host } = await setUp();
    await ctx.db.host.update({ where: { id: host.id }, data: { provisionerUrl: "s1.k1.AAAA" } });
    const { exitCode, stdout } = await runCommand({ ctx, keyFile }, "secrets", "rotate");
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`No key can decrypt host.provisioner_url:${host.id}.`);
  });

  it("does not retire keys of the environment, which only the operator can take out", async () => {
    const { ctx } = await setUp();
    const refused = await runCommand({ ctx }, "secrets", "rotate", "--retire");
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^error: The keys come from COPPICE_SECRET_KEYS.*\n$/);
    expect((await runCommand({ ctx }, "secrets", "rotate")).stdout).toContain("No other key is needed");
  });
});

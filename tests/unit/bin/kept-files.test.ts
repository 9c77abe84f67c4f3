import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { fingerprintOfSource, generateClient, readArchive, readClient } from "@/bin/setup/prisma-client.mjs";

it("the client of the control plane in the repository is Prisma's output from the schema", async () => {
  const folder = mkdtempSync(join(tmpdir(), "coppice-prisma-"));
  try {
    mkdirSync(join(folder, "prisma"));
    for (const file of ["prisma/schema.prisma", "prisma.config.ts"]) cpSync(file, join(folder, file));
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    await generateClient(folder);
    const { madeFrom, files } = readArchive();
    expect(files).toEqual(readClient(folder));
    expect(madeFrom).toBe(fingerprintOfSource());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("Scalar's script in the repository is that of its source", () => {
  const source = JSON.parse(readFileSync("vendor/scalar/source.json", "utf8"));
  const script = brotliDecompressSync(readFileSync("vendor/scalar/standalone.js.br"));
  expect(createHash("sha256").update(script).digest("hex")).toBe(source.sha256);
});

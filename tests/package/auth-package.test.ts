import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleOf } from "./package-bundle";
import { checkTypes, foreignFiles, packagingFaults, saidSize, undocumentedExports } from "./package-checks";
import { packageFolder, readTarball } from "./packed";

const folder = packageFolder("client");
const tarball = readTarball("@coppice/auth");
const dist = join(folder, "dist");

const readme = readFileSync(join(folder, "README.md"), "utf8");

const REACT = ["react", "react/jsx-runtime"];

describe("the published package", () => {
  it("has no fault that publint knows of", async () => {
    expect(foreignFiles(tarball)).toEqual([]);
    expect(await packagingFaults(folder)).toEqual([]);
  });

  it("has types that resolve as its code does", async () => {
    const { problems, entries } = await checkTypes(tarball);
    expect(problems).toEqual([]);
    expect(entries).toEqual(expect.arrayContaining([".", "./react", "./messages", "./server"]));
  });

  it("keeps its export list", async () => {
    const exported: Record<string, string[]> = {};
    for (const entry of ["index", "react/index", "react/messages/index", "server/index"]) {
      exported[entry] = Object.keys(await import(join(dist, `${entry}.js`))).sort();
    }
    expect(exported).toEqual({
      index: ["createServiceAuth"],
      "react/index": [
        ...["AuthProvider", "EmailCodeForm", "ForgotPasswordForm", "OrganizationProfile", "OrganizationSwitcher"],
        ...["ResetPasswordForm", "SignInPanel"],
        ...["TwoFactorChallenge", "TwoFactorSetup", "UserButton", "UserProfile", "VerifyEmailForm"],
        ...["useAuth", "useSession", "useUser"],
      ],
      "react/messages/index": [
        ...["ar", "de", "describeFailure", "en", "es", "fillIn", "fr", "ja"],
        ...["organizationsAr", "organizationsDe", "organizationsEn"],
        ...["organizationsEs", "organizationsFr", "organizationsJa"],
      ],
      "server/index": ["SessionRequired", "createServerAuth", "createTokenVerifier"],
    });
  });

  it("has a client under 6 kB that needs nothing, and the library for passkeys apart", async () => {
    const { bytes, imports, inputs, later } = await bundleOf(folder, "index.js");
    expect(imports).toEqual([]);
    expect(inputs).toEqual(["dist/index.js"]);
    expect(bytes).toBeLessThan(6_000);
    expect(saidSize(readme, "@coppice/auth")).toBeCloseTo(bytes / 1_000, 0);
    expect(later).toHaveLength(1);
    for (const chunk of later) {
      expect(chunk.inputs.filter((path) => !path.includes("node_modules/@simplewebauthn/browser/"))).toEqual([]);
      expect(chunk.bytes).toBeLessThan(4_500);
    }
  });

  it("has components that need React and nothing of Node, those for organizations apart", async () => {
    const { bytes, imports, later } = await bundleOf(folder, "react/index.js", REACT);
    expect(later).toHaveLength(1);
    expect(later[0]?.inputs.join()).toMatch(/^dist\/react\/organizations-\w+\.js$/);
    expect(later[0]?.bytes).toBeLessThan(8_000);
    const [, said] = /components for organisations take ([\d.]+) kB/.exec(readme) ?? [];
    expect(Number(said)).toBeCloseTo((later[0]?.bytes ?? 0) / 1_000, 0);
    expect([...new Set(imports)].sort()).toEqual(REACT);
    expect(bytes).toBeLessThan(25_000);
    expect(saidSize(readme, "@coppice/auth/react")).toBeCloseTo(bytes / 1_000, 0);
    expect(readFileSync(join(dist, "react/index.js"), "utf8")).toMatch(/^"use client";/);
  });

  it("has server helpers that run without Node's built-in modules", async () => {
    const { imports, inputs } = await bundleOf(folder, "server/index.js", ["next/*"]);
    const names = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
    expect(imports.filter((path) => names.has(path))).toEqual([]);
    expect(imports.filter((path) => !path.startsWith("next/"))).toEqual([]);
    expect(inputs.some((path) => path.includes("/react/"))).toBe(false);
  });

  it("describes every export, with an example", () => {
    const entries = ["index", "react/index", "react/messages/index", "server/index"];
    expect(undocumentedExports(folder, entries)).toEqual([]);
  });
});

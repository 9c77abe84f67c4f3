import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Package {
  version?: string;
  integrity?: string;
  optional?: boolean;
  dev?: boolean;
  link?: boolean;
}

const packages: [path: string, entry: Package][] = Object.entries(
  JSON.parse(readFileSync("package-lock.json", "utf8")).packages,
);

/** The first version of each without a flaw that is known to be used; several lines have one each. */
const FLOORS: Record<string, readonly string[]> = {
  next: ["15.5.28", "16.4.1"],
  nodemailer: ["10.0.5"],
  "@simplewebauthn/server": ["13.3.2"],
  "next-auth": ["4.24.15"],
};

/** Packages that only tests use may be older, but must never become a part of the service. */
const ONLY_FOR_TESTS = /^(?:better-auth|@better-auth\/.+)$/;

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

function isAtLeast(version: string, floor: string): boolean {
  const [given, least] = [version, floor].map((text) => text.split("-", 1)[0]?.split(".").map(Number) ?? []);
  const differing = [0, 1, 2].find((place) => given?.[place] !== least?.[place]);
  return differing === undefined ? !version.includes("-") : (given?.[differing] ?? 0) > (least?.[differing] ?? 0);
}

/** A version is good when it is above the floor of its own line, or of a later line than all floors. */
function isGood(version: string, floors: readonly string[]): boolean {
  const sameLine = floors.find((floor) => floor.split(".", 1)[0] === version.split(".", 1)[0]);
  return isAtLeast(version, sameLine ?? floors.at(-1) ?? "");
}

describe("the packages that are installed", () => {
  it("SC-04: are not below the versions without known flaws, wherever in the tree they are", () => {
    const held = packages.filter(([path]) => FLOORS[nameOf(path)] !== undefined);
    expect(held.map(([path]) => nameOf(path))).toEqual(expect.arrayContaining(["next", "nodemailer"]));
    const tooOld = held.filter(([path, { version = "" }]) => !isGood(version, FLOORS[nameOf(path)] ?? []));
    expect(tooOld.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
    expect(packages.filter(([path, { dev }]) => ONLY_FOR_TESTS.test(nameOf(path)) && !dev)).toEqual([]);
  });

  it("SC-04: a version below its floor would be found", () => {
    const floors = FLOORS.next ?? [];
    for (const version of ["14.2.9", "15.5.27", "16.4.0", "16.4.1-canary.3"])
      expect(isGood(version, floors)).toBe(false);
    for (const version of ["15.5.28", "16.4.1", "16.10.0", "17.0.0"]) expect(isGood(version, floors)).toBe(true);
  });

  it("SC-04: are each known by a hash, and run no script of theirs when they are installed", () => {
    // Of packages for other systems alone the lock file holds no hash.
    const foreign = packages.filter(
      ([path, { link, optional }]) => path.startsWith("node_modules/") && !link && !optional,
    );
    expect(foreign.length).toBeGreaterThan(100);
    expect(foreign.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
    expect(readFileSync("bin/setup/packages.mjs", "utf8")).toContain('["ci", "--ignore-scripts", ');
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    for (const name of ["preinstall", "install", "postinstall", "prepare"]) expect(scripts).not.toHaveProperty(name);
  });

  it("SC-04: come in by that one command, on the way of the tests too", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(scripts.test).toBe("node bin/test.mjs");
    expect(readFileSync("bin/test.mjs", "utf8")).toContain("setup.mjs");
    expect(readFileSync(".ci/run", "utf8")).not.toMatch(/npm (?:ci|i|install|exec)|npx/);
  });
});

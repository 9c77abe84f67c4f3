import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { billOfMaterials } from "@/bin/release/bill-of-materials.mjs";
import { SOURCES } from "@/bin/release/contents.mjs";

/** A source that Node is given by its path, such as to a thread. */
const BY_PATH = /process\.cwd\(\), "([^"]+\.(?:ts|mjs))"|import\.meta\.dirname, "([^"]+\.(?:ts|mjs))"/g;

it("a release holds each source that a process or thread is started with", () => {
  const named = globSync("lib/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(BY_PATH)].map(
      ([, path, beside]) => path ?? `${file.slice(0, file.lastIndexOf("/"))}/${beside}`,
    ),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !SOURCES.includes(path))).toEqual([]);
});

it("the bill of materials names each package by its address and its checksum", () => {
  const integrity = `sha512-${Buffer.from("ab", "hex").toString("base64")}`;
  const packages = [{ name: "@scope/part", version: "1.2.3", license: "MIT", integrity, texts: [] }];
  const bill = billOfMaterials({ name: "coppice", version: "0.1.0" }, packages);
  expect(bill).toMatchObject({ spdxVersion: "SPDX-2.3", name: "coppice-0.1.0" });
  expect(bill.packages[1]).toMatchObject({
    ...{ SPDXID: "SPDXRef--scope-part-1.2.3", versionInfo: "1.2.3", licenseDeclared: "MIT" },
    checksums: [{ algorithm: "SHA512", checksumValue: "ab" }],
    externalRefs: [{ referenceLocator: "pkg:npm/%40scope/part@1.2.3" }],
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";

/**
 * Returns the packages that files of a release belong to, each with its version, the licence that it names, the archive
 * that it came in, and the texts of its licence.
 */
export function packagesOf(files) {
  const places = [...new Set(files.map(placeOf).filter((place) => place !== null))].sort();
  const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const bundled = Object.entries(locked).filter(
    ([path, { dev, devOptional }]) => path.startsWith("node_modules/") && !dev && !devOptional,
  );
  const all = new Set([...places, ...bundled.map(([path]) => path)]);
  const found = [...all].filter((place) => existsSync(join(root, place, "package.json"))).map(packageAt);
  // A package may lie in several places.
  const byName = new Map(found.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...byName.keys()].sort().map((name) => byName.get(name));

  function packageAt(place) {
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(root, place, "package.json"), "utf8"));
    const named = typeof license === "string" ? license : (license?.type ?? licenses?.[0]?.type ?? null);
    return { name, version, license: named, integrity: locked[place]?.integrity ?? null, texts: textsIn(place) };
  }
}

/** Returns the folder of the package that a file belongs to; `null` for the product's own. */
function placeOf(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? null;
}

function textsIn(place) {
  const names = readdirSync(join(root, place)).filter((name) => /^(licen[cs]e|notice|copying)\b/i.test(name));
  return names.sort().map((name) => readFileSync(join(root, place, name), "utf8").trim());
}

/** The bill of materials by SPDX 2.3 (ISO/IEC 5962). */
export function billOfMaterials({ name, version }, packages) {
  const idOf = (entry) => `SPDXRef-${`${entry.name}-${entry.version}`.replaceAll(/[^A-Za-z0-9.-]/g, "-")}`;
  const product = { name, version, license: null, integrity: null };
  const toPackage = (entry) => ({
    SPDXID: idOf(entry),
    name: entry.name,
    versionInfo: entry.version,
    downloadLocation: "NOASSERTION",
    filesAnalyzed: false,
    licenseDeclared: entry.license ?? "NOASSERTION",
    ...(entry.integrity && { checksums: [checksumOf(entry.integrity)] }),
    externalRefs: [
      {
        referenceCategory: "PACKAGE-MANAGER",
        referenceType: "purl",
        referenceLocator: `pkg:npm/${entry.name.replace("@", "%40")}@${entry.version}`,
      },
    ],
  });
  return {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name: `${name}-${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/${name}-${version}`,
    creationInfo: { created: new Date().toISOString().replace(/\.\d+Z$/, "Z"), creators: [`Tool: ${name}-release`] },
    packages: [product, ...packages].map(toPackage),
    relationships: [
      { spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: idOf(product) },
      ...packages.map((entry) => ({
        spdxElementId: idOf(product),
        relationshipType: "DEPENDS_ON",
        relatedSpdxElement: idOf(entry),
      })),
    ],
  };
}

/** npm writes a checksum in base64 by the name of its algorithm. */
function checksumOf(integrity) {
  const [algorithm, value] = integrity.split(" ")[0].split(/-(.*)/s);
  return { algorithm: algorithm.toUpperCase(), checksumValue: Buffer.from(value, "base64").toString("hex") };
}

export function noticesOf(packages) {
  const lines = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version}`, `License: ${license ?? "see below"}`, "", ...texts, "", "-".repeat(80)].join("\n"),
  );
  return `${lines.join("\n")}\n`;
}

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";

/** Returns the files of a tarball that no package of ours should have. */
export function foreignFiles(tarball: Buffer): string[] {
  const names = createPackageFromTarballData(tarball).listFiles();
  return names.filter((name) => !/\/(dist\/.*\.(js|d\.ts|css)|package\.json|README\.md)$/.test(name));
}

/** Returns the faults that publint knows of. */
export async function packagingFaults(folder: string): Promise<string[]> {
  const { messages } = await publint({ pkgDir: folder, pack: false, strict: true });
  return messages.map(({ code, path }) => `${code} ${path.join(".")}`);
}

/** Returns the entries of a package, and how their types fail to resolve as their code does. */
export async function checkTypes(tarball: Buffer) {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  if (analysis.types === false) throw new Error("no types");
  // It is ESM only, and the resolution of Node 10 knows no subpaths.
  const problems = analysis.problems.filter((problem) => {
    if (problem.kind === "CJSResolvesToESM") return false;
    if ("entrypoint" in problem && problem.entrypoint === "./styles.css") return false;
    return !("resolutionKind" in problem && problem.resolutionKind === "node10");
  });
  return { problems, entries: Object.keys(analysis.entrypoints) };
}

/** Returns the exports of entries that have no comment with an example. */
export function undocumentedExports(folder: string, entries: readonly string[]): string[] {
  const undocumented: string[] = [];
  for (const entry of entries) {
    const list = readFileSync(join(folder, "src", `${entry}.ts`), "utf8");
    for (const [, names = "", from = ""] of list.matchAll(/export (?:type )?\{([^}]*)\} from "([^"]+)"/g)) {
      const [file = ""] = globSync(`${from}.ts{,x}`, { cwd: join(folder, "src", entry, "..") });
      const source = readFileSync(join(folder, "src", entry, "..", file), "utf8");
      for (const name of names
        .split(",")
        .map((part) => part.trim().replace(/^type /, ""))
        .filter(Boolean)) {
        const at = source.search(new RegExp(`\\*/\\nexport (async )?(const|function|class|interface|type) ${name}\\b`));
        const comment = at < 0 ? "" : source.slice(source.lastIndexOf("/**", at), at);
        if (!comment.includes("@example")) undocumented.push(`${entry} ${name}`);
      }
    }
  }
  return undocumented;
}

/** Returns the kilobytes that a README says of an entry. */
export function saidSize(readme: string, entry: string): number {
  return Number(new RegExp(`\\| \`${entry}\` \\|[^|]*\\| ([\\d.]+) kB`).exec(readme)?.[1]);
}

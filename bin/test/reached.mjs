import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { parseSourceFile } from "../../tests/unit/architecture/source-files.ts";

// Run by the pinned Node, which reads TypeScript: prints the test files that the changes since a commit can reach,
// as JSON. Without a commit: the changes that aren't committed, or the last commit where everything is.
const FOLDERS = ["app", "bin", "components", "lib", "packages", "tests"];
const GENERATED = /^lib\/core\/db\/generated\/|^packages\/\w+\/dist\/|node_modules\//;
const CODE = /\.(tsx?|mjs|css|json)$/;
const PARSED = /\.tsx?$/;
export const TEST = /^tests\/.+\.test\.tsx?$/;

/** Files that tests read without an import, and the tests that read them. The first that fits a path counts. */
const READ_WITHOUT_IMPORT = [
  [/^docs\/hosts\.md$/, /^tests\/(unit\/docs|conformance\/(docs-search|guides\/)|integration\/server\/operated)/],
  [/^docs\/operating\.md$/, /^tests\/(unit\/docs|conformance\/(docs-search|guides\/)|integration\/server\/upgrade)/],
  [/^deploy\//, /^tests\/(unit\/docs|integration\/server\/(operated|release))/],
  [/^(docs\/|examples\/|[A-Z]+\.md$)/, /^tests\/(unit\/docs|conformance\/(docs-search|guides\/))/],
  [/^public\//, /^tests\/unit\/(docs|web)\//],
  [/^packages\//, /^tests\/package\//],
  [/^tests\//, /^$/],
  [/^bin\/test/, /^tests\/unit\/bin\//],
  [/^(app|components|lib)\//, /^tests\/unit\/architecture\//],
  // The schema, the packages, how things are built and set up: everything stands on these.
  [/^/, /^tests\/(?!e2e\/)/],
];

/** Returns the tests that import a changed file, through others too, or read it without an import; sorted. */
export function reachedTests(changed, importsOf) {
  const importers = new Map();
  for (const [from, imports] of importsOf) {
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const tests = [...importsOf.keys()].filter((file) => TEST.test(file));
  const readers = changed.map((file) => READ_WITHOUT_IMPORT.find(([path]) => path.test(file))[1]);
  return tests.filter((test) => reached.has(test) || readers.some((reader) => reader.test(test))).sort();
}

/** Every file of the repository with the files that it loads; types are no reason to run a test, since verify checks them. */
function readImports() {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const files = [...paths, "cli.ts", "server.ts"].filter((path) => CODE.test(path) && !GENERATED.test(path));
  const known = new Set(files);
  return new Map(files.map((path) => [path, PARSED.test(path) ? loadedBy(path, known) : []]));
}

function loadedBy(path, known) {
  const { imports } = parseSourceFile(path, readFileSync(path, "utf8"), known);
  return imports.flatMap(({ to, values }) => (to === null || values.length === 0 ? [] : [to]));
}

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
}

function changedSince(commit) {
  const untracked = git("ls-files", "--others", "--exclude-standard");
  const since = (from) => [...new Set([...git("diff", "--name-only", from), ...untracked])];
  if (commit !== undefined) return since(commit);
  const open = since("HEAD");
  return open.length > 0 ? open : since("HEAD~1");
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(reachedTests(changedSince(process.argv[2]), readImports())));
}

import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

export interface Bundle {
  /** Compressed, of the part that is loaded immediately. */
  bytes: number;
  /** The packages that are left for the app to bring. */
  imports: string[];
  inputs: string[];
  /** The files that are loaded when they are used, beside those that are loaded immediately. */
  later: { bytes: number; inputs: string[] }[];
}

/** Returns the bundle that an app's bundler makes of a package's entry, without the packages that an app has anyway. */
export async function bundleOf(packageFolder: string, entry: string, external: string[] = []): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: packageFolder,
    entryPoints: [join("dist", entry)],
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    outdir: "out",
    write: false,
    metafile: true,
    external,
  });
  const bundle: Bundle = { bytes: 0, imports: [], inputs: [], later: [] };
  const loaded = loadedAtOnce(metafile.outputs, join("dist", entry));
  for (const [path, { imports, inputs }] of Object.entries(metafile.outputs)) {
    const { contents = "" } = outputFiles.find((file) => file.path === join(packageFolder, path)) ?? {};
    const bytes = gzipSync(contents, { level: 9 }).byteLength;
    if (!loaded.has(path)) {
      bundle.later.push({ bytes, inputs: Object.keys(inputs) });
      continue;
    }
    bundle.bytes += bytes;
    bundle.inputs.push(...Object.keys(inputs));
    bundle.imports.push(...staticImports({ imports }).filter((imported) => !(imported in metafile.outputs)));
  }
  return bundle;
}

type Outputs = Metafile["outputs"];

const staticImports = ({ imports }: Pick<Outputs[string], "imports">) =>
  imports.filter(({ kind }) => kind !== "dynamic-import").map(({ path }) => path);

/** The file of the entry, and the files that it imports, which a browser fetches with it. */
function loadedAtOnce(outputs: Outputs, entry: string): Set<string> {
  const [first] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  const loaded = new Set<string>();
  const waiting = [first];
  for (const path of waiting) {
    const output = path === undefined ? undefined : outputs[path];
    if (path === undefined || output === undefined || loaded.has(path)) continue;
    loaded.add(path);
    waiting.push(...staticImports(output));
  }
  return loaded;
}

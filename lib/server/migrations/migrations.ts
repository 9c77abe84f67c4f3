import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Migration {
  name: string;
  sql: string;
}

/** Returns the migrations of this version in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const folder = join(prismaDirectory(), "migrations");
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, sql: await readFile(join(folder, name, "migration.sql"), "utf8") })),
  );
}

/** Returns the repository's `prisma` folder: this module runs from the sources and from the bundle in `dist`. */
export function prismaDirectory(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "prisma", "schema.prisma"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("the folder prisma/ of the package was not found");
    folder = parent;
  }
  return join(folder, "prisma");
}

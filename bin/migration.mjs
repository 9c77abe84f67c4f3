#!/usr/bin/env node
// node_modules/.bin/node bin/migration.mjs new <name>: writes the next migration from the difference between prisma/migrations and the schema.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { root } from "./paths.mjs";

const [verb, name] = process.argv.slice(2);
if (verb !== "new" || !/^[a-z][a-z0-9_]*$/.test(name ?? "")) {
  process.stderr.write(
    "Usage: node bin/migration.mjs new <name>, where the name is of lower-case letters, digits and _\n",
  );
  process.exit(2);
}

await bundle({ "draft-migration": "lib/server/migrations/draft-migration.ts" }, join(root, ".setup"), {
  packages: "external",
});
const { draftMigration } = await import("../.setup/draft-migration.js");
const sql = await draftMigration();
if (!/^[^-\s]/m.test(sql)) {
  process.stdout.write("The schema has not changed since the last migration.\n");
  process.exit(0);
}
const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const folder = join(root, "prisma", "migrations", `${timestamp}_${name}`);
await mkdir(folder);
await writeFile(join(folder, "migration.sql"), sql);
process.stdout.write(
  `Wrote ${join(folder, "migration.sql")}. By hand, add the statements that the schema cannot express.\n`,
);

import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ColumnTypeEnum, type SqlQuery } from "@prisma/driver-adapter-utils";
import type { QueryConfig, QueryResult } from "pg";
import { startTemporaryCluster } from "../embedded-postgres/temporary-cluster";
import { prismaDirectory, readMigrations } from "./migrations";
import { migrationList, NO_FILTER, WholeScriptPrismaPg, withSchemaEngine } from "./schema-engine";

/** Returns the SQL from the migrations to the schema, found on a temporary cluster; empty when they are equal. */
export async function draftMigration(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-migration-"));
  await chmod(folder, 0o711);
  try {
    const cluster = await startTemporaryCluster({ kind: "control", folder, name: "shadow", log: () => undefined });
    try {
      return await diffFromMigrations(cluster.url);
    } finally {
      await cluster.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function diffFromMigrations(databaseUrl: string): Promise<string> {
  const schema = { path: "schema.prisma", content: await readFile(join(prismaDirectory(), "schema.prisma"), "utf8") };
  const adapters = new CatalogueReadingPrismaPg(databaseUrl);
  return withSchemaEngine(adapters, [[schema.path, schema.content]], async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: "migrations", ...migrationList(await readMigrations()) },
      to: { tag: "schemaDatamodel", files: [schema] },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    });
    return stdout ?? "";
  });
}

/** `PrismaPg` refuses columns of type "char" (oid 18), which the engine's questions to the catalogue have. */
class CatalogueReadingPrismaPg extends WholeScriptPrismaPg {
  override async connectToShadowDb() {
    const adapter = await super.connectToShadowDb();
    const pool = adapter.underlyingDriver();
    const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<QueryResult>;
    const queryRaw = adapter.queryRaw.bind(adapter);
    const characters = new Set<string>();
    const queryCharAsText = async (config: QueryConfig) => {
      const result = await query(config);
      for (const field of result.fields.filter(({ dataTypeID }) => dataTypeID === 18)) {
        characters.add(`${config.text} ${field.name}`);
        field.dataTypeID = 25;
      }
      return result;
    };
    Object.assign(pool, { query: queryCharAsText });
    return Object.assign(adapter, {
      queryRaw: async (question: SqlQuery) => {
        const result = await queryRaw(question);
        result.columnNames.forEach((name, i) => {
          if (characters.has(`${question.sql} ${name}`)) result.columnTypes[i] = ColumnTypeEnum.Character;
        });
        return result;
      },
    });
  }
}

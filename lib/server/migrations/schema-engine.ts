import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import * as engineBindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { type Migration, prismaDirectory } from "./migrations";

/** A filter that leaves nothing out. */
export const NO_FILTER = { externalTables: [], externalEnums: [] };

/** `PrismaPg` splits a script at every semicolon, also within the body of a function. This sends it whole. */
export class WholeScriptPrismaPg extends PrismaPg {
  override async connect() {
    return withWholeScripts(await super.connect());
  }

  override async connectToShadowDb() {
    return withWholeScripts(await super.connectToShadowDb());
  }
}

function withWholeScripts<Adapter extends Awaited<ReturnType<PrismaPg["connect"]>>>(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (text: string) => Promise<unknown>;
  const executeScript = async (script: string) => void (await query(script));
  return Object.assign(adapter, { executeScript });
}

/** Runs `work` with Prisma's schema engine in WebAssembly, connected to one database. */
export async function withSchemaEngine<T>(
  adapters: PrismaPg,
  datamodels: [string, string][] | undefined,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  await loadEngine();
  const factory = bindMigrationAwareSqlAdapterFactory(adapters);
  const engine = await engineBindings.SchemaEngine.new({ datamodels }, () => undefined, factory);
  try {
    return await work(engine);
  } finally {
    engine.free();
  }
}

let loading: Promise<void> | null = null;

/** Loads the engine by hand, since importing a `.wasm` file is still experimental in Node 24. */
function loadEngine(): Promise<void> {
  loading ??= (async () => {
    const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
    const { instance } = await WebAssembly.instantiate(await readFile(join(folder, "schema_engine_bg.wasm")), {
      "./schema_engine_bg.js": engineBindings as unknown as WebAssembly.ModuleImports,
    });
    engineBindings.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
  })();
  return loading;
}

export function migrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: join(prismaDirectory(), "migrations"),
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}

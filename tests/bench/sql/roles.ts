import { join } from "node:path";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";
import type { BenchService } from "../service";

interface SqlUrls {
  /** A process of the role `sql` on a port of its own, as behind an ingress. */
  direct: string;
  /** The one address of `npm start`, whose door hands connections over to the process for SQL. */
  byDoor: string;
  /** node:http and a pool of pg on one database. */
  bare: string;
}

export async function startSqlRoles(
  cleanUp: CleanUp,
  service: BenchService,
  connectionString: string,
): Promise<SqlUrls> {
  const start = async (name: string, script: string, variables: Record<string, string>): Promise<string> => {
    const port = String(await findFreePort([]));
    const all = { ...service.variables, ...variables, PORT: port };
    const started = startProcess(join(service.folder, `${name}.log`), ["--enable-source-maps", script], all);
    cleanUp.add(() => started.stop());
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, started);
    return url;
  };
  const server = "dist/server.js";
  const variables = { COPPICE_DATA_DIR: join(service.folder, "door"), COPPICE_ROLE_START: "on-demand" };
  const byDoor = await start("door", server, variables);
  // The first request starts the process for SQL.
  await fetch(`${byDoor}/api/v1/sql`, { method: "POST" });
  return {
    byDoor,
    direct: await start("sql", server, { COPPICE_ROLES: "sql" }),
    bare: await start("bare-sql", "dist/bench/sql/bare-server.js", { DATABASE_URL: connectionString }),
  };
}

import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";
import type { BenchService } from "../service";

interface SqlUrls {
  /** A process of the role `sql` on a port of its own, as behind an ingress. */
  direct: string;
  /** A web process that passes SQL on to a process behind a Unix socket, as on one machine. */
  behindWeb: string;
  /** node:http and a pool of pg on one database. */
  bare: string;
}

export async function startSqlRoles(
  cleanUp: CleanUp,
  service: BenchService,
  connectionString: string,
): Promise<SqlUrls> {
  const COPPICE_SQL_SOCKET = join(service.folder, "sql.sock");
  const start = async (name: string, script: string, variables: Record<string, string>): Promise<string> => {
    const port = String(await findFreePort([]));
    const all = { ...service.variables, ...variables, PORT: port };
    const started = startProcess(join(service.folder, `${name}.log`), ["--enable-source-maps", script], all);
    cleanUp.add(() => started.stop());
    const url = `http://127.0.0.1:${port}`;
    if (variables.COPPICE_SQL_SOCKET === undefined || variables.COPPICE_ROLES === "web") await untilReady(url, started);
    return url;
  };
  const server = "dist/server.js";
  await start("sql-behind", server, { COPPICE_ROLES: "sql", COPPICE_SQL_SOCKET });
  const behindWeb = await start("web-before", server, { COPPICE_ROLES: "web", COPPICE_SQL_SOCKET });
  await untilPassedOn(behindWeb);
  return {
    behindWeb,
    direct: await start("sql", server, { COPPICE_ROLES: "sql" }),
    bare: await start("bare-sql", "dist/bench/sql/bare-server.js", { DATABASE_URL: connectionString }),
  };
}

/** The process behind the socket may listen later than the one before it. */
async function untilPassedOn(url: string): Promise<void> {
  while ((await fetch(`${url}/api/v1/sql`, { method: "POST" })).status === 503) await delay(50);
}

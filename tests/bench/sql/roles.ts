import { join } from "node:path";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";
import type { BenchService } from "../service";

const SERVER = "dist/server.js";
const BARE_SERVER = "dist/bench/sql/bare-server.js";
const BARE_RELAY = "dist/bench/sql/bare-relay.js";

interface SqlUrls {
  /** A process of the role `sql` on a port of its own, as behind an ingress. */
  direct: string;
  /** The one address of `npm start`, whose door hands connections over to the process for SQL. */
  byDoor: string;
  /** node:http and a pool of pg on one database. */
  bare: string;
  /** WebSockets whose frames are joined with connections to the host. */
  relay: string;
}

interface StartedRoles extends SqlUrls {
  pids: Pick<Record<keyof SqlUrls, number>, "direct" | "byDoor" | "bare">;
}

/** Starts the one address of `npm start`, whose first request starts the process for SQL, and returns its URL. */
export async function startDoor(cleanUp: CleanUp, service: BenchService): Promise<Running> {
  const variables = { COPPICE_DATA_DIR: join(service.folder, "door"), COPPICE_ROLE_START: "on-demand" };
  const door = await start(cleanUp, service, { name: "door", script: SERVER, variables });
  await fetch(`${door.url}/api/v1/sql`, { method: "POST" });
  return door;
}

export async function startSqlRoles(
  cleanUp: CleanUp,
  service: BenchService,
  connectionString: string,
): Promise<StartedRoles> {
  const [role, own] = [{ COPPICE_ROLES: "sql" }, { DATABASE_URL: connectionString }];
  const relay = { HOST_SOCKET: service.variables.COPPICE_HOST_SOCKET ?? "" };
  const byDoor = await startDoor(cleanUp, service);
  const direct = await start(cleanUp, service, { name: "sql", script: SERVER, variables: role });
  const bare = await start(cleanUp, service, { name: "bare-sql", script: BARE_SERVER, variables: own });
  const bareRelay = await start(cleanUp, service, { name: "bare-relay", script: BARE_RELAY, variables: relay });
  return {
    ...{ byDoor: byDoor.url, direct: direct.url, bare: bare.url, relay: bareRelay.url },
    pids: { byDoor: byDoor.pid, direct: direct.pid, bare: bare.pid },
  };
}

interface Running {
  url: string;
  pid: number;
}

interface Started {
  name: string;
  script: string;
  variables: Record<string, string>;
}

async function start(cleanUp: CleanUp, service: BenchService, { name, script, variables }: Started): Promise<Running> {
  const port = String(await findFreePort([]));
  const all = { ...service.variables, ...variables, PORT: port };
  const started = startProcess(join(service.folder, `${name}.log`), ["--enable-source-maps", script], all);
  cleanUp.add(() => started.stop());
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  return { url, pid: started.child.pid ?? 0 };
}

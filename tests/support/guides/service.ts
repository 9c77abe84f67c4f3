import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startProcess, untilReady } from "../lanes-setup";

export interface ReadersService {
  url: string;
  contentUrl: string;
  /** The variables that commands of the operator need beside the control plane, to be about this service. */
  variables: Record<string, string>;
  /** Ends it and removes its data folder, unless that is the caller's. */
  stop(): Promise<void>;
}

interface Options {
  /** With commas between them. All of them run in one process. */
  roles: string;
  /** The control plane and its key ring. */
  plane: Record<string, string>;
  dataDir?: string;
}

/** Starts the service as the readers of a page reach it: the lanes have a public origin that leads nowhere. */
export async function startReadersService({ roles, plane, dataDir }: Options): Promise<ReadersService> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-readers-"));
  const port = await findFreePort([]);
  const contentPort = await findFreePort([port]);
  const [url, contentUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${contentPort}`];
  const has = (role: string) => roles.split(",").includes(role);
  const variables = {
    ...{ COPPICE_URL: url, COPPICE_CONTENT_URL: contentUrl, COPPICE_DATA_DIR: dataDir ?? join(folder, "data") },
    ...(has("functions") && { COPPICE_FUNCTIONS_SOCKET: join(folder, "functions.sock") }),
  };
  const web = startProcess(join(folder, "web.log"), ["dist/server.js"], {
    ...{ ...plane, ...variables, COPPICE_ROLES: roles },
    ...{ PORT: String(port), COPPICE_CONTENT_PORT: String(contentPort) },
    ...(has("sql") && { COPPICE_SQL_SOCKET: join(folder, "sql.sock") }),
  });
  const stop = async () => {
    await web.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await untilReady(url, web).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, contentUrl, variables, stop };
}

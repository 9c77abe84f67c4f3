import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { laneVariables } from "./lanes";
import { startProcess, untilReady } from "./lanes-setup";

export interface StorageService {
  /** The URL of the API. */
  url: string;
  /** Ends the content process as a crash does, and starts another. */
  restartContent(): Promise<void>;
  stop(): Promise<void>;
}

/** The service on the lanes' control plane, as apps reach it, with objects in a folder of its own. */
export async function startStorageService(): Promise<StorageService> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-storage-"));
  const port = await findFreePort([]);
  const contentPort = await findFreePort([port]);
  const [url, contentUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${contentPort}`];
  const variables = {
    ...{ ...laneVariables, COPPICE_URL: url, COPPICE_CONTENT_URL: contentUrl },
    ...{ PORT: String(port), COPPICE_CONTENT_PORT: String(contentPort), COPPICE_DATA_DIR: join(folder, "data") },
  };
  const run = (role: string) =>
    startProcess(join(folder, `${role}.log`), ["dist/server.js"], { ...variables, COPPICE_ROLES: role });
  const web = run("web");
  let content = run("content");
  await Promise.all([untilReady(url, web), untilReady(contentUrl, content)]);
  return {
    url,
    async restartContent() {
      content.child.kill("SIGKILL");
      content = run("content");
      await untilReady(contentUrl, content);
    },
    async stop() {
      await Promise.all([web.stop(), content.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

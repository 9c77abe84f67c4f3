import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { laneVariables } from "./lanes";
import { startProcess, untilReady } from "./lanes-setup";

export interface RealtimeService {
  /** The URL of the API. */
  url: string;
  /** The URL at which apps open their sockets. */
  socketUrl: string;
  /** Ends the process with the sockets as a crash does. */
  kill(): Promise<void>;
  /** Starts it, without waiting for it. */
  startAgain(): void;
  stop(): Promise<void>;
}

/** The processes `web` and `realtime` on the lanes' control plane, with a Unix socket between them. */
export async function startRealtimeService(): Promise<RealtimeService> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-realtime-"));
  const port = await findFreePort([]);
  const url = `http://localhost:${port}`;
  const variables = {
    ...{ ...laneVariables, COPPICE_URL: url, COPPICE_REALTIME_SOCKET: join(folder, "realtime.sock") },
    ...{ PORT: String(port), COPPICE_DATA_DIR: join(folder, "data") },
  };
  const run = (role: string) =>
    startProcess(join(folder, `${role}.log`), ["dist/server.js"], { ...variables, COPPICE_ROLES: role });
  const web = run("web");
  let realtime = run("realtime");
  await untilReady(url, web);
  return {
    url,
    socketUrl: `ws://localhost:${port}/v1/realtime`,
    async kill() {
      const { child } = realtime;
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await exited;
    },
    startAgain() {
      realtime = run("realtime");
    },
    async stop() {
      await Promise.all([web.stop(), realtime.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

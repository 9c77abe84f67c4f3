import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import type { Lane } from "./lanes";
import { type RunningProcess, untilReady } from "./lanes-setup";

interface FurtherLane {
  name: string;
  args(port: string): string[];
  variables(port: string): Record<string, string>;
}

/** Beside the one process that all files ask: few need these, so each starts when a test first asks for it. */
const FURTHER_LANES = {
  another: {
    name: "another process",
    args: () => ["dist/server.js"],
    variables: (port) => ({ COPPICE_ROLES: "web", PORT: port }),
  },
  next: {
    name: "Next's pipeline",
    args: (port) => ["node_modules/next/dist/bin/next", "start", "-p", port, "-H", "127.0.0.1"],
    variables: (port) => ({ PORT: port, COPPICE_NEXT_BUILD: "routes" }),
  },
} satisfies Record<string, FurtherLane>;

export type FurtherLaneName = keyof typeof FURTHER_LANES;
export const FURTHER_LANE_NAMES = Object.keys(FURTHER_LANES) as FurtherLaneName[];

/** Starts a process of the service, whose log has this name. */
type Run = (name: string, args: string[], variables: Record<string, string>) => RunningProcess;

/** Serves the addresses of the further lanes to the workers, under a path that only they know. */
export async function serveFurtherLanes(run: Run): Promise<{ url: string; close(): void }> {
  const started = new Map<string, Promise<Lane>>();
  const path = `/${randomBytes(16).toString("hex")}`;
  const server = createServer(async (request, response) => {
    const asked = FURTHER_LANE_NAMES.find((name) => request.url === `${path}/${name}`);
    if (!asked) return void response.writeHead(404).end();
    const lane = started.get(asked) ?? start(asked, run);
    started.set(asked, lane);
    lane.then(
      (found) => response.end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, close };
}

async function start(asked: FurtherLaneName, run: Run): Promise<Lane> {
  const { name, args, variables }: FurtherLane = FURTHER_LANES[asked];
  const port = String(await findFreePort([]));
  const lane = { name, baseUrl: `http://127.0.0.1:${port}` };
  await untilReady(lane.baseUrl, run(asked, args(port), variables(port)));
  return lane;
}

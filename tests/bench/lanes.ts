import { join } from "node:path";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "./clean-up";
import { type LoadJob, runLoad, type Throughput } from "./load-job";
import { milliseconds } from "./report";
import type { BenchService } from "./service";
import { median } from "./statistics";

export interface Lane {
  name: string;
  url: string;
  requests: LoadJob["requests"];
  areRedirects?: boolean;
}

export interface LaneResult {
  /** The requests per second of each round. */
  perSecond: number[];
  p99: number[];
}

const CONNECTIONS = 16;

/** Further processes on the same control plane: the build under `next start`, and the bare server. */
export async function startOthers(cleanUp: CleanUp, service: BenchService): Promise<{ next: string; bare: string }> {
  const [nextPort, barePort] = [String(await findFreePort([])), String(await findFreePort([]))];
  const next = ["node_modules/next/dist/bin/next", "start", "-p", nextPort, "-H", "127.0.0.1"];
  return {
    next: await start(cleanUp, service, "next", {
      ...{ port: nextPort, script: next, variables: { COPPICE_NEXT_BUILD: "routes" } },
    }),
    bare: await start(cleanUp, service, "bare", { port: barePort, script: ["dist/bench/bare-server.js"] }),
  };
}

/** A further web process with variables of its own, on the same control plane. Returns its address. */
export async function startWeb(
  cleanUp: CleanUp,
  service: BenchService,
  variables: Record<string, string>,
): Promise<string> {
  const port = String(await findFreePort([]));
  const own = { ...variables, COPPICE_ROLES: "web" };
  return start(cleanUp, service, "web-beside", { port, script: ["dist/server.js"], variables: own });
}

interface Started {
  port: string;
  script: string[];
  variables?: Record<string, string>;
}

async function start(cleanUp: CleanUp, service: BenchService, name: string, { port, script, variables = {} }: Started) {
  const { folder } = service;
  const started = startProcess(join(folder, `${name}.log`), ["--enable-source-maps", ...script], {
    ...{ ...service.variables, ...variables },
    PORT: port,
  });
  cleanUp.add(() => started.stop());
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  return url;
}

/** Loads the lanes in turn, in the other order every other round, after a round that does not count; does something between rounds. */
export async function measureLanes<const L extends readonly Lane[]>(
  lanes: L,
  rounds: number,
  seconds: number,
  betweenRounds: () => Promise<void> = async () => undefined,
): Promise<{ [K in keyof L]: LaneResult }> {
  const results = lanes.map((): LaneResult => ({ perSecond: [], p99: [] }));
  for (let round = 0; round <= rounds; round++) {
    const order = lanes.map((_, i) => (round % 2 === 0 ? i : lanes.length - 1 - i));
    for (const i of order) {
      const [lane, result] = [lanes[i], results[i]];
      if (!lane || !result) continue;
      const { perSecond, p99 }: Throughput = await runLoad({ ...lane, connections: CONNECTIONS, seconds });
      if (round === 0) continue;
      result.perSecond.push(perSecond);
      result.p99.push(p99);
    }
    if (round > 0) await betweenRounds();
  }
  return results as { [K in keyof L]: LaneResult };
}

export const rateOf = (result: LaneResult) => median(result.perSecond);

/** The median rate, the least and the most, and the median p99 where latencies were taken. */
export function rateText(result: LaneResult): string {
  const [least, most] = [Math.min(...result.perSecond), Math.max(...result.perSecond)].map(Math.round);
  const rate = `${Math.round(rateOf(result))}/s (${least}–${most})`;
  return result.p99.length === 0 ? rate : `${rate}, p99 ${milliseconds(median(result.p99))}`;
}

import { hostname } from "node:os";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";

/** The time between two reports of a process that it runs, in milliseconds. */
const BEAT_MS = 30_000;

export interface RunningInstance {
  /** Says that the process ends as it should. */
  close(): Promise<void>;
}

interface Build {
  sha: string;
  timestamp: string;
}

interface Beats {
  beatMs?: number;
  /** Returns the process's report of its work. */
  readState?: () => Promise<string | null>;
}

/**
 * Writes that this process runs these roles, then every 30 s that it still does. A failure is logged and changes
 * nothing else: the history must not keep the service from running.
 */
export async function recordInstance(
  ctx: Context,
  build: Build,
  services: readonly string[],
  { beatMs = BEAT_MS, readState }: Beats = {},
): Promise<RunningInstance> {
  const startedAt = ctx.clock.now();
  const rows = services.map((service) => ({
    id: createId("serviceInstance", ctx.random),
    service,
    sha: build.sha,
    builtAt: new Date(build.timestamp),
    host: hostname(),
    pid: process.pid,
    startedAt,
    beatAt: startedAt,
  }));
  const where = { id: { in: rows.map(({ id }) => id) } };
  const attempt = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) => ctx.log.warn({ err: error }, "the history of deploys was not written"));
  await attempt(() => ctx.db.serviceInstance.createMany({ data: rows }));
  const beat = async () => {
    const state = (await readState?.().catch(() => null)) ?? null;
    await ctx.db.serviceInstance.updateMany({ where, data: { beatAt: ctx.clock.now(), state } });
  };
  if (readState) void attempt(beat);
  const timer = setInterval(() => void attempt(beat), beatMs).unref();
  return {
    close: async () => {
      clearInterval(timer);
      const endedAt = ctx.clock.now();
      await attempt(() => ctx.db.serviceInstance.updateMany({ where, data: { beatAt: endedAt, endedAt } }));
    },
  };
}

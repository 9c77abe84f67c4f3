import { z } from "zod";
import type { Context } from "@/lib/core/context";
import type { StatusContext } from "./status-context";

const State = z.enum(["ok", "unavailable"]);

export const Readiness = z
  .object({
    ready: z.boolean(),
    controlPlane: State,
    hosts: z.array(z.object({ id: z.string(), name: z.string(), state: State })),
    redis: State.nullable().meta({ description: "`null` when no Redis is configured" }),
  })
  .meta({ id: "Readiness" });

type ReadinessState = z.infer<typeof State>;

/** Asks every dependency at once, and returns `ready` when all of them answer. */
export async function getReadiness(ctx: StatusContext, _input: object): Promise<z.infer<typeof Readiness>> {
  const [controlPlane, hosts, redis] = await Promise.all([
    stateOf(ctx.db.$queryRaw`SELECT 1`),
    hostStates(ctx),
    ctx.pingRedis === null ? null : stateOf(ctx.pingRedis()),
  ]);
  const states = [controlPlane, redis, ...hosts.map((host) => host.state)];
  return { ready: states.every((state) => state !== "unavailable"), controlPlane, hosts, redis };
}

async function hostStates(ctx: Context) {
  try {
    const rows = await ctx.db.host.findMany({ select: { id: true, name: true }, orderBy: { name: "asc" } });
    return await Promise.all(rows.map(async ({ id, name }) => ({ id, name, state: await stateOf(pingHost(ctx, id)) })));
  } catch {
    return [];
  }
}

async function pingHost(ctx: Context, hostId: string): Promise<void> {
  const host = await ctx.hosts.get(hostId);
  await host.ping();
}

async function stateOf(answer: Promise<unknown>): Promise<ReadinessState> {
  try {
    await answer;
    return "ok";
  } catch {
    return "unavailable";
  }
}

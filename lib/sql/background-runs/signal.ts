import type { Context } from "@/lib/core/context";

interface RunPlace {
  id: string;
  databaseId: string;
  hostId: string;
}

/** Cancels the statement that a run executes, or ends its session. A host that does not answer is left for later. */
export async function signalRun(
  ctx: Context,
  { id, databaseId, hostId }: RunPlace,
  signal: "cancel" | "end",
): Promise<boolean> {
  const run = await ctx.db.backgroundRun.findFirst({
    where: { id, databaseId },
    select: { backendPid: true, backendStartedAt: true },
  });
  if (run?.backendPid == null || run.backendStartedAt === null) return true;
  const session = { pid: run.backendPid, startedAt: run.backendStartedAt };
  try {
    await (await ctx.hosts.get(hostId)).signalSession(databaseId, session, signal);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error, runId: id }, "the session of a run in the background could not be reached");
    return false;
  }
}

import type { Context } from "@/lib/core/context";

/** Does `work` for every host at the same time. A host that fails is named in the log with `failure`, and left out. */
export async function eachHost(
  ctx: Context,
  failure: string,
  work: (address: { hostId: string }) => Promise<unknown>,
): Promise<void> {
  const hosts = await ctx.db.host.findMany({ select: { id: true } });
  await Promise.all(
    hosts.map(({ id: hostId }) =>
      work({ hostId }).catch((error: unknown) => ctx.log.warn({ err: error, hostId }, failure)),
    ),
  );
}

import type { Context } from "@/lib/core/context";
import { takeSamples } from "@/lib/hosting/samples/take";

/** Samples every host. A host that is down is left out. */
export async function sampleDatabases(ctx: Context): Promise<void> {
  const hosts = await ctx.db.host.findMany({ select: { id: true } });
  await Promise.all(
    hosts.map(async ({ id }) => {
      try {
        await takeSamples(ctx, { hostId: id });
      } catch (error) {
        ctx.log.warn({ err: error, hostId: id }, "the databases of a host were not sampled");
      }
    }),
  );
}

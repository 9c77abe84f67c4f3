import type { Context } from "@/lib/core/context";
import { exchangeWithGuard } from "./exchange";

/** Exchanges with the guard of every host. A host that is down is left out. */
export async function exchangeWithGuards(ctx: Context): Promise<void> {
  const hosts = await ctx.db.host.findMany({ select: { id: true } });
  await Promise.all(
    hosts.map(async ({ id }) => {
      try {
        await exchangeWithGuard(ctx, { hostId: id });
      } catch (error) {
        ctx.log.warn({ err: error, hostId: id }, "the guard of a host was not heard");
      }
    }),
  );
}

import type { Context } from "@/lib/core/context";

/** Runs `work` in one transaction, joining the one `ctx` is already in. Nothing that leaves the process belongs inside. */
export function withTransaction<Ctx extends Context, T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (!("$transaction" in ctx.db)) return work(ctx);
  return ctx.db.$transaction((db) => work({ ...ctx, db }), { maxWait: 5_000, timeout: 15_000 });
}

import type { Context } from "@/lib/core/context";

/** Joins the transaction that `ctx` is already in. `work` must not reach outside the process. */
export function withTransaction<Ctx extends Context, T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (!("$transaction" in ctx.db)) return work(ctx);
  return ctx.db.$transaction((db) => work({ ...ctx, db }), { maxWait: 15_000, timeout: 15_000 });
}

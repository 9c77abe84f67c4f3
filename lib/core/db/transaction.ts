import type { Context } from "@/lib/core/context";
import { changesOf } from "./client";

/** Joins the transaction that `ctx` is already in. `work` must not reach outside the process. */
export function withTransaction<Ctx extends Context, T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (!("$transaction" in ctx.db)) return work(ctx);
  const { db } = ctx;
  return db
    .$transaction((tx) => work({ ...ctx, db: tx }), { maxWait: 15_000, timeout: 15_000 })
    .finally(() => changesOf(db)?.renew());
}

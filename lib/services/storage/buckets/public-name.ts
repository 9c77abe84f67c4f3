import type { Context } from "@/lib/core/context";

/**
 * Gives a public bucket its name in public addresses, unless another has it. The caller's transaction holds the row.
 * The statement waits for another transaction that takes the same name, so that one of both gets it.
 */
export async function takePublicName(tx: Context, bucket: { id: string; name: string }): Promise<void> {
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`bucket-name:${bucket.name}`}, 0))`;
  await tx.db.$executeRaw`
    update bucket set public_name = ${bucket.name}
    where id = ${bucket.id} and not exists (select 1 from bucket where public_name = ${bucket.name})`;
}

import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { ImportAddress } from "./address";
import { failUserImport, runUserImport } from "./run/run";

/** Runs an import as a job. A refusal or the last failed attempt ends it; the queue repeats any other. */
export async function workOnUserImport(
  ctx: Context,
  address: ImportAddress,
  { isLast, signal }: { isLast: boolean; signal: AbortSignal },
): Promise<void> {
  try {
    await runUserImport(ctx, address, { signal });
  } catch (error) {
    if (!isLast && !(error instanceof ServiceError)) throw error;
    ctx.log.error({ err: error, importId: address.importId }, "an import of users failed");
    await failUserImport(ctx, address, error);
  }
}

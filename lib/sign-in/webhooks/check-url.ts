import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { OutgoingHttpError } from "@/lib/core/ports/outgoing-http";

/** Throws `invalid_request` for an address that events may not go to. A name that leads nowhere yet is left to be. */
export async function checkWebhookUrl(ctx: Context, url: string): Promise<void> {
  try {
    await ctx.outgoing.check(url);
  } catch (error) {
    if (!(error instanceof OutgoingHttpError)) throw error;
    if (error.failure !== "refused") return;
    throw new ServiceError("invalid_request", error.message, { details: [{ path: "url", message: error.message }] });
  }
}

import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { MailerError } from "@/lib/core/ports/mailer";
import { describeFailure } from "../failure";
import { readDeliveryReport } from "./read-report";
import { recordBounce } from "./record";
import { readReturnAddress } from "./return-address";

export type TakenReport =
  | { outcome: "bounced"; mailId: string; code: string }
  | { outcome: "ignored"; why: "no report" | "not failed" | "unknown address" | "not waiting" };

/**
 * Takes a message that came back to the return address. Only one that a mail's own address was given with counts, which
 * nobody can make up; anything else is ignored, so that the mail server never returns it.
 */
export async function takeDeliveryReport(
  ctx: Context,
  { message, recipient }: { message: Uint8Array; recipient?: string | undefined },
): Promise<TakenReport> {
  requireOperator(ctx);
  const report = await readDeliveryReport(message);
  if (!report) return { outcome: "ignored", why: "no report" };
  const { action, status: code, diagnostic } = report;
  if (action !== "failed") return { outcome: "ignored", why: "not failed" };
  const mailId = readReturnAddress(ctx, recipient === undefined ? report.addressedTo : [recipient]);
  if (mailId === null) return { outcome: "ignored", why: "unknown address" };
  const reason = describeFailure(new MailerError(diagnostic || "The mail came back.", true), []);
  const outcome = await recordBounce(ctx, { mailId, code, reason });
  return outcome === "bounced" ? { outcome, mailId, code } : { outcome, why: "not waiting" };
}

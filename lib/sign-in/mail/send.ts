import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { MailerError, type OutgoingMail } from "@/lib/core/ports/mailer";
import { recordBounce } from "./bounces/record";
import { returnAddressOf } from "./bounces/return-address";
import { findMailProject } from "./brand";
import { describeFailure, isPermanent } from "./failure";
import type { MailKind } from "./messages";
import { findOwnTexts } from "./own-texts/find";
import { findSender } from "./sender/find";
import { openContent } from "./stored";

/** As many as the job has (lib/core/queue/add.ts), but counted in the row, so that a lost job does not reset it. */
const MAX_ATTEMPTS = 10;

/** An attempt takes less: a worker that claimed a mail this long ago has died. */
export const LOST_AFTER_SECONDS = 120;

/** RFC 5321, section 4.5.3.1.3. */
const Recipient = z.email().max(254);

export type SendOutcome = "sent" | "failed" | "bounced" | "suppressed" | "expired" | "not_queued";

/** Sends a queued mail as a job, whose backoff decides when a mail that was not accepted is tried again. */
export async function sendQueuedMail(
  ctx: Context,
  { mailId }: { mailId: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const outcome = await sendMail(ctx, mailId, signal);
  if (outcome !== "sent" && outcome !== "not_queued") ctx.log.warn({ mailId, outcome }, "a mail was not sent");
}

/**
 * Makes one attempt at a queued mail. Throws the errors that the job is to try again for; any other failure settles the
 * row. SMTP has no transactions: a crash between the server's acceptance and the row's update sends the mail again,
 * with the same Message-ID.
 */
export async function sendMail(ctx: Context, mailId: string, signal: AbortSignal): Promise<SendOutcome> {
  const row = await claim(ctx, mailId);
  if (row === null) return "not_queued";
  if (row.sendBefore !== null && row.sendBefore <= ctx.clock.now()) {
    await settle(ctx, mailId, { status: "expired", failure: row.failure ?? "It could not be sent in time." });
    return "expired";
  }
  const bouncing = await findBouncing(ctx, row);
  if (bouncing) {
    const failure = `The address bounced before (${bouncing.code}). Emails to it are held back.`;
    await settle(ctx, mailId, { status: "suppressed", failure });
    return "suppressed";
  }
  try {
    const mail = await compose(ctx, row);
    await ctx.mail.mailer.send(mail, untilExpiry(ctx, row.sendBefore, signal));
  } catch (error) {
    const failure = describeFailure(error, secretsOf(ctx, row));
    if (error instanceof MailerError && error.bounce) {
      await recordBounce(ctx, { mailId, code: error.bounce.code, reason: failure });
      return "bounced";
    }
    if (isPermanent(error) || row.attempts >= MAX_ATTEMPTS) {
      await settle(ctx, mailId, { status: "failed", failure });
      return "failed";
    }
    await ctx.db.mailMessage.updateMany({ where: { id: mailId }, data: { failure, claimedAt: null } });
    throw new Error(`mail ${mailId} was not taken: ${failure}`);
  }
  ctx.crashPoint("mail.taken");
  await settle(ctx, mailId, { status: "sent", failure: null, keepsContent: ctx.mail.mailer.keepsMail });
  return "sent";
}

type MailRow = NonNullable<Awaited<ReturnType<typeof claim>>>;

function findBouncing(ctx: Context, { projectId, recipient: address }: MailRow) {
  if (projectId === null) return null;
  return ctx.db.bouncingAddress.findFirst({ where: { projectId, address }, select: { code: true } });
}

/** Claims the mail for an attempt and counts it; `null` when it is not queued or another attempt is under way. */
async function claim(ctx: Context, mailId: string) {
  const claimedAt = ctx.clock.now();
  const lostBefore = new Date(claimedAt.getTime() - LOST_AFTER_SECONDS * 1_000);
  const [row] = await ctx.db.mailMessage.updateManyAndReturn({
    where: { id: mailId, status: "queued", OR: [{ claimedAt: null }, { claimedAt: { lt: lostBefore } }] },
    data: { attempts: { increment: 1 }, claimedAt },
    omit: { content: false },
  });
  return row ?? null;
}

async function compose(ctx: Context, row: MailRow): Promise<OutgoingMail> {
  const { id, projectId, recipient: to, locale } = row;
  const kind = row.kind as MailKind;
  const content = openContent(ctx, id, row.content ?? "");
  // A malformed address could reach another mailbox on its way.
  if (!Recipient.safeParse(to).success) throw new MailerError("The address can't be used.", true);
  const [project, texts, { renderMail }] = await Promise.all([
    findMailProject(ctx, projectId),
    findOwnTexts(ctx, { projectId, kind, locale }),
    import("./render"),
  ]);
  const [sender, rendered] = await Promise.all([
    findSender(ctx, projectId, project),
    renderMail({ kind, content, locale, to, brand: project.brand, texts }),
  ]);
  const messageId = `<${id}@${new URL(ctx.baseUrl).hostname}>`;
  const returnAddress = returnAddressOf(ctx, id);
  return { id, messageId, returnAddress, to, ...sender, ...rendered, ...markedAsTest(row, rendered.subject) };
}

/** A test shows as one before it is opened. */
function markedAsTest({ isTest }: MailRow, subject: string): { subject: string } {
  return { subject: isTest ? `[Test] ${subject}` : subject };
}

function secretsOf(ctx: Context, { id, content }: MailRow): string[] {
  try {
    return Object.values(openContent(ctx, id, content ?? "")).filter((value) => typeof value === "string");
  } catch {
    // Content that cannot be opened was not sent either, so no server can quote it.
    return [];
  }
}

/** Returns a signal that also aborts at the mail's expiry, so that an attempt which began in time does not end late. */
function untilExpiry(ctx: Context, sendBefore: Date | null, signal: AbortSignal): AbortSignal {
  if (sendBefore === null) return signal;
  const remaining = sendBefore.getTime() - ctx.clock.now().getTime();
  return AbortSignal.any([signal, AbortSignal.timeout(Math.min(remaining, MAX_TIMER_MS))]);
}

const MAX_TIMER_MS = 2_147_483_647;

interface Settlement {
  status: "sent" | "failed" | "suppressed" | "expired";
  failure: string | null;
  keepsContent?: boolean;
}

/** Records the outcome and deletes the content, which is of use to its reader alone. */
async function settle(ctx: Context, mailId: string, { status, failure, keepsContent = false }: Settlement) {
  await ctx.db.mailMessage.updateMany({
    where: { id: mailId, status: "queued" },
    data: {
      status,
      failure,
      ...(status === "sent" ? { sentAt: ctx.clock.now() } : {}),
      ...(keepsContent ? {} : { content: null }),
    },
  });
}

import type { JobHelpers, Task } from "graphile-worker";
import type { Context } from "@/lib/core/context";
import type { JobPayloads } from "@/lib/core/queue/add";
import { sendMail } from "@/lib/sign-in/mail/send";

/** One attempt at a mail. What it throws has the job tried again later: e, e², e³ … seconds, ten times in all. */
export function sendMailTask(context: () => Context): Task {
  return async (payload, { abortSignal }: JobHelpers) => {
    const { mailId } = payload as JobPayloads["send-mail"];
    const ctx = context();
    const outcome = await sendMail(ctx, mailId, abortSignal);
    if (outcome === "failed" || outcome === "expired") ctx.log.warn({ mailId, outcome }, "a mail was not sent");
  };
}

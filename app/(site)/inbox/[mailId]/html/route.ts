import { ServiceError } from "@/lib/core/errors";
import { mayReadInbox } from "@/lib/core/local-development";
import { envelope } from "@/lib/http/envelope";
import { PlainAnswer } from "@/lib/http/plain-answer";
import { mailSecurityHeaders } from "@/lib/http/security-headers";
import { makeHandler, serve } from "@/lib/http/serve";
import { readInboxMail } from "@/lib/web/inbox-mails";

/** Answers with the HTML of a mail for the frame of the inbox page, which runs no script. */
export const GET = makeHandler((request, params) =>
  serve(
    { operationId: "showInboxMail" },
    request,
    async ({ runtime, ctx }) => {
      const { mailId = "" } = await params;
      const isAllowed = mayReadInbox(runtime.environment, request.headers.get("host"));
      const mail = isAllowed ? await readInboxMail(ctx, mailId) : null;
      if (mail === null) throw new ServiceError("not_found", "There is nothing at this path.");
      return new PlainAnswer(mail.html, 200, { ...mailSecurityHeaders, "Content-Type": "text/html; charset=utf-8" });
    },
    envelope,
  ),
);

import { ServiceError } from "@/lib/core/errors";
import { mayReadInbox } from "@/lib/core/local-development";
import type { Handler } from "@/lib/http/definition";
import { envelope } from "@/lib/http/envelope";
import { mailSecurityHeaders } from "@/lib/http/security-headers";
import { serve } from "@/lib/http/serve";
import { readInboxMail } from "@/lib/web/inbox-mails";

/** Answers with the HTML of a mail for the frame of the inbox page, which runs no script. */
export const GET: Handler = (request, { params }) =>
  serve(
    { operationId: "showInboxMail" },
    request,
    async ({ runtime, ctx }) => {
      const { mailId = "" } = await params;
      const isAllowed = mayReadInbox(runtime.environment, request.headers.get("host"));
      const mail = isAllowed ? await readInboxMail(ctx, mailId) : null;
      if (mail === null) throw new ServiceError("not_found", "There is nothing at this path.");
      return new Response(mail.html, {
        headers: { ...mailSecurityHeaders, "Content-Type": "text/html; charset=utf-8" },
      });
    },
    envelope,
  );

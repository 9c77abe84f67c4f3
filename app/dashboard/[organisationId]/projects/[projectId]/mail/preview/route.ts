import { PreviewMailInput, previewMail } from "@/lib/sign-in/mail/own-texts/preview";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { loadMailRenderer } from "@/lib/web/load-mail-renderer";

/** Returns an email with texts that are not saved. */
export const POST = projectHandler(
  "previewMail",
  { body: { schema: PreviewMailInput, maxBytes: 64 * 1024 } },
  async (ctx, input) => previewMail(ctx, input, await loadMailRenderer()),
);

import { PreviewInput, previewHostedPage } from "@/lib/hosted-pages/preview/preview";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

/** Returns a hosted page with changes of its brand that are not saved; POST, since they may be long. */
export const POST = projectHandler(
  "previewHostedPage",
  { body: { schema: PreviewInput, maxBytes: 512 * 1024 } },
  previewHostedPage,
);

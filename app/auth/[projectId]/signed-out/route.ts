import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { signedOutPage } from "@/lib/web/hosted/pages/signed-out";

export const GET = defineHostedPage(
  { operationId: "showSignedOutPage", summary: "The page after signing out", name: "signed-out" },
  signedOutPage,
);

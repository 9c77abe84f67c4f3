import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { signedOutPage } from "@/lib/hosted-pages/pages/signed-out";

export const GET = defineHostedPage(
  { operationId: "showSignedOutPage", summary: "The page after signing out", name: "signed-out" },
  signedOutPage,
);

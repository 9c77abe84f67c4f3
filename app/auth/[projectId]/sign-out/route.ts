import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { signOutPage } from "@/lib/hosted-pages/pages/sign-out";

export const GET = defineHostedPage(
  { operationId: "showSignOutPage", summary: "The page to sign out on", name: "sign-out" },
  signOutPage,
);

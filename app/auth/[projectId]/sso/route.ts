import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { ssoPage } from "@/lib/hosted-pages/pages/sso";

export const GET = defineHostedPage(
  { operationId: "showSsoPage", summary: "The page to sign in on by a company's identity provider", name: "sso" },
  ssoPage,
);

import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { setUpPage } from "@/lib/hosted-pages/pages/set-up";

export const GET = defineHostedPage(
  {
    operationId: "showSsoSetUpPage",
    summary: "The page a company's administrator sets single sign-on up on",
    name: "sso-set-up",
  },
  setUpPage,
);

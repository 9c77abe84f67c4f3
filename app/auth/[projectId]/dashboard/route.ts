import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { EnterDashboardQuery, enterDashboard } from "@/lib/people/accounts/enter-dashboard";

export const GET = defineSignInRoute(
  {
    operationId: "enterDashboard",
    summary: "Enter the dashboard",
    description:
      "Of the service's own project alone: makes the dashboard's session from that of the sign-in, or leads to the sign-in page.",
    tag: "sign-in",
    auth: "project-path",
    reply: {
      200: { contentType: "text/html", description: "A page that asks again by itself." },
      302: { contentType: null, description: "To the dashboard, or to the sign-in page when nobody is signed in." },
    },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "optional",
      isForOrganisation: true,
      query: EnterDashboardQuery,
      headers: { "Cache-Control": "private, no-store" },
    },
  },
  enterDashboard,
);

import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Tells a page that stays open whether its member is still signed in. */
export const GET = defineDashboardHandler({ operationId: "dashboardCheckSession" }, async () => ({}));

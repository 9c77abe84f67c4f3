import { organisationHandler } from "@/lib/web/define-dashboard-handler";

/** Tells a page that stays open whether its member is still signed in. */
export const GET = organisationHandler("dashboardCheckSession", {}, async () => ({}));

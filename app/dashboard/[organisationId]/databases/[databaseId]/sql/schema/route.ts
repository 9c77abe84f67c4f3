import { describeSchema } from "@/lib/sql/statements/describe-schema";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the names that completion offers. */
export const GET = defineDashboardHandler(
  { operationId: "dashboardDescribeSchema", params: { databaseId: "database" } },
  (ctx, { params }) => describeSchema(ctx, { databaseId: params.databaseId ?? "" }),
);

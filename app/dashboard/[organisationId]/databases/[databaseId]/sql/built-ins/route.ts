import { describeBuiltIns } from "@/lib/sql/statements/describe-built-ins";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the names of Postgres itself that completion offers. */
export const GET = defineDashboardHandler(
  { operationId: "dashboardDescribeBuiltIns", params: { databaseId: "database" } },
  (ctx, { params }) => describeBuiltIns(ctx, { databaseId: params.databaseId ?? "" }),
);

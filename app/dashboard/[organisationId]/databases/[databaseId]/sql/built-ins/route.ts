import { describeBuiltIns } from "@/lib/sql/statements/describe-built-ins";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the names of Postgres itself that completion offers. */
export const GET = databaseHandler("dashboardDescribeBuiltIns", {}, describeBuiltIns);

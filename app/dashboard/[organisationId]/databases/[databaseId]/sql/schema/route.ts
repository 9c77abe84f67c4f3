import { describeSchema } from "@/lib/sql/statements/describe-schema";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the names that completion offers. */
export const GET = databaseHandler("dashboardDescribeSchema", {}, describeSchema);

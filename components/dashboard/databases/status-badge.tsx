import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";
import classes from "./status-badge.module.css";

export function StatusBadge({ status }: Pick<DatabaseWithOrigin, "status">) {
  return <span className={`${classes.status} ${classes[status]}`}>{status}</span>;
}

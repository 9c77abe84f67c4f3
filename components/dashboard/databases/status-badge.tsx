import classes from "./status-badge.module.css";

export type Status = "provisioning" | "ready" | "failed";

export function StatusBadge({ status }: { status: Status }) {
  return <span className={`${classes.badge} ${classes[status]}`}>{status}</span>;
}

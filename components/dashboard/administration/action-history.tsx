import { Moment } from "@/components/ui/moment";
import rows from "@/components/ui/record-list.module.css";
import type { Resolution, Severity } from "@/lib/services/abuse-reports/resource";
import type { ProjectAction } from "@/lib/services/project-administration/resource";
import classes from "./action-history.module.css";
import { RESOLUTION_WORDS, SEVERITY_WORDS } from "./words";

const BY: Record<string, string> = {
  operator: "on the command line",
  "admin-key": "by an admin key",
  "operator-account": "in the dashboard",
};

/** The reports and actions about a project, newest first. */
export function ActionHistory({ actions }: { actions: readonly ProjectAction[] }) {
  return (
    <section aria-labelledby="history" className={classes.section}>
      <h2 id="history">History</h2>
      {actions.length === 0 ? (
        <p className={classes.none}>No one has reported or suspended this project.</p>
      ) : (
        <ol className={rows.list} aria-label="History">
          {actions.map((action) => (
            <li key={action.id} className={rows.row}>
              <span className={rows.when}>
                <Moment at={action.at} />
              </span>
              <span className={classes.what}>{wordsOf(action)}</span>
              <span className="quiet">{BY[action.by]}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function wordsOf({ action, text }: ProjectAction): string {
  switch (action) {
    case "reported":
      return `Reported: ${SEVERITY_WORDS[text as Severity]}`;
    case "resolved":
      return `Report resolved: ${RESOLUTION_WORDS[text as Resolution]}`;
    case "unsuspended":
      return text === null ? "Suspension lifted" : `Suspension lifted: ${text}`;
    case "banned":
      return text === null ? "Banned" : `Banned: ${text}`;
    case "suspended":
      return text === null ? "Suspended" : `Suspended: ${text}`;
  }
}

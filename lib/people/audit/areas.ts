import { AUDIT_ACTIONS, type AuditAction } from "@/lib/core/audit/resource";

/** The areas by which actions are found, each by what the names of its actions begin with. */
const AREAS = {
  people: { label: "People", of: ["organisation", "member", "invitation", "account", "audit", "subscription"] },
  keys: { label: "Keys", of: ["key", "project_key", "test_token", "signing_key"] },
  databases: { label: "Databases", of: ["database", "shell_role", "restore_point"] },
  data: { label: "Data", of: ["table", "saved_query", "collection"] },
  storage: { label: "Storage", of: ["bucket", "object", "upload"] },
  realtime: { label: "Realtime", of: ["realtime", "realtime_table"] },
  functions: { label: "Functions", of: ["function", "function_secret"] },
  "sign-in": {
    label: "Sign-in",
    of: [
      ...["project", "project_provider", "sender_domain", "bouncing_address", "mail_template", "webhook"],
      ...["user", "user_invitation", "organization", "sso_connection", "sso_domain", "sso_set_up"],
      ...["scim_token", "scim_roles", "scim_user", "scim_group"],
    ],
  },
} as const;

type Area = keyof typeof AREAS;

/** What is done to the data of a database, though it is named after the database. */
const DATA: ReadonlySet<string> = new Set([
  "database.run_statement",
  "database.start_background_run",
  "database.cancel_background_run",
  "database.undo_change",
  "database.delete_undo_data",
  "database.cancel_statement",
  "database.end_session",
]);

function areaOf(action: AuditAction): Area | undefined {
  if (DATA.has(action)) return "data";
  const [subject = ""] = action.split(".");
  return (Object.keys(AREAS) as Area[]).find((area) => AREAS[area].of.some((name) => name === subject));
}

/** Every area with its actions. What the operator does to the installation is in the log of no organisation. */
export const AREA_ACTIONS = (Object.keys(AREAS) as Area[]).map((id) => ({
  id,
  label: AREAS[id].label,
  actions: AUDIT_ACTIONS.filter((action) => areaOf(action) === id),
}));

/** Returns the actions that an area or an action stands for; `undefined` for neither. */
export function actionsOf(what: string): AuditAction[] | undefined {
  const area = AREA_ACTIONS.find(({ id }) => id === what);
  if (area) return area.actions;
  const action = AUDIT_ACTIONS.find((known) => known === what);
  return action && [action];
}

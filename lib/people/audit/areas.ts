import { AUDIT_ACTIONS, AUDIT_AREAS, type AuditAction } from "@/lib/core/audit/resource";

/** Returns the actions that an area or an action stands for; `undefined` for neither. */
export function actionsOf(what: string): AuditAction[] | undefined {
  const area = AUDIT_AREAS.find(({ id }) => id === what);
  if (area) return area.actions;
  const action = AUDIT_ACTIONS.find((known) => known === what);
  return action && [action];
}

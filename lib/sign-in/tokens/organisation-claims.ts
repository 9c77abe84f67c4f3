import type { ActiveOrganisation } from "../session-user";

/** Returns the claims of the organisation that the session works in; none where it works in none. */
export function organisationClaims(active: ActiveOrganisation | null) {
  return active === null ? {} : { org_id: active.id, org_slug: active.slug, org_role: active.role };
}

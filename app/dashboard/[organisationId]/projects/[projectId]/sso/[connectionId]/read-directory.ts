import "server-only";
import type { KnownOrganisation } from "@/components/dashboard/projects/sso/group-roles";
import type { Context } from "@/lib/core/context";
import { listScimRefusals } from "@/lib/sign-in/scim/refusals/list";
import type { ScimRefusalList } from "@/lib/sign-in/scim/refusals/resource";
import type { ScimRoles } from "@/lib/sign-in/scim/roles/resource";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";
import { listScimTokens } from "@/lib/sign-in/scim/tokens/list";
import type { ScimTokenList } from "@/lib/sign-in/scim/tokens/resource";
import type { ConnectionAddress } from "@/lib/sign-in/sso/connections/address";
import { listOrganisationsByOwner } from "@/lib/sign-in/user-organisations/list-by-owner";
import { showOrganisationByOwner } from "@/lib/sign-in/user-organisations/show-by-owner";

/** As many organisations as a list of suggestions is good for. */
const SUGGESTED = 50;

/** The facts about the company's directory on the page of a connection. */
export interface DirectoryFacts {
  tokens: ScimTokenList;
  roles: ScimRoles;
  refusals: ScimRefusalList;
  /** The organisation of users whose roles the groups decide. */
  organisation: KnownOrganisation | null;
  organisations: KnownOrganisation[];
}

/** Throws `sso_connection_not_found`. */
export async function readDirectory(ctx: Context, address: ConnectionAddress): Promise<DirectoryFacts> {
  const { projectId } = address;
  const [tokens, roles, refusals, { items }] = await Promise.all([
    listScimTokens(ctx, address),
    showScimRoles(ctx, address),
    listScimRefusals(ctx, address),
    listOrganisationsByOwner(ctx, { projectId, limit: SUGGESTED }),
  ]);
  const { organizationId: userOrganisationId } = roles;
  const chosen = userOrganisationId && (await showOrganisationByOwner(ctx, { projectId, userOrganisationId }));
  return { tokens, roles, refusals, organisation: chosen ? known(chosen) : null, organisations: items.map(known) };
}

const known = ({ id, name, slug }: KnownOrganisation): KnownOrganisation => ({ id, name, slug });

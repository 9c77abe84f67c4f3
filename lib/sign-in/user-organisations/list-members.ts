import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OptionalOrganisationId, OrganisationSlug } from "./fields";
import { findOrganisation } from "./find";
import { organisationIdOf, requireMembership, requireOrganisations } from "./membership";
import { MEMBER_WITH_USER, OrganizationMember, toMember } from "./resource";

export const DEFAULT_MEMBERS = 100;
export const MemberLimit = z.coerce.number().int().min(1).max(1_000);
export const oldestFirst = [{ createdAt: "asc" as const }, { id: "asc" as const }];

export const ListMembersQuery = z.object({
  limit: MemberLimit.optional().meta({ description: "100 without it.", example: "100" }),
  offset: z.coerce.number().int().min(0).max(100_000).optional().meta({ example: "0" }),
  sortBy: z.enum(["createdAt", "role", "userId", "id"]).optional(),
  sortDirection: z.enum(["asc", "desc"]).optional(),
  filterField: z.enum(["role", "userId", "id"]).optional(),
  filterValue: z.string().max(256).optional(),
  filterOperator: z.enum(["eq", "ne"]).optional(),
  organizationId: OptionalOrganisationId,
  organizationSlug: OrganisationSlug.optional(),
});
type ListMembersQuery = z.infer<typeof ListMembersQuery>;

export const OrganizationMemberPage = z
  .object({ members: z.array(OrganizationMember), total: z.int() })
  .meta({ id: "OrganizationMemberPage" });

/** Returns the id of the organisation that a query names by id or slug, else of the session's. */
export async function queriedOrganisationId(
  ctx: SignedInContext,
  { organizationId, organizationSlug }: Pick<ListMembersQuery, "organizationId" | "organizationSlug">,
): Promise<string> {
  if (organizationSlug === undefined) return organisationIdOf(ctx, organizationId, "NO_ACTIVE_ORGANIZATION");
  const found = await findOrganisation(ctx, { slug: organizationSlug });
  if (!found) throw new SignInError("ORGANIZATION_NOT_FOUND");
  return found.id;
}

/** Returns members of an organisation. Throws `YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION`, `NO_ACTIVE_ORGANIZATION`. */
export async function listOrganisationMembers(
  ctx: SignedInContext,
  query: ListMembersQuery,
): Promise<z.infer<typeof OrganizationMemberPage>> {
  requireOrganisations(ctx);
  const organisationId = await queriedOrganisationId(ctx, query);
  await requireMembership(ctx, organisationId, "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  const { limit = DEFAULT_MEMBERS, offset = 0, sortBy = "createdAt", sortDirection = "asc" } = query;
  const where = { organisationId, projectId: ctx.project.id, ...filterOf(query) };
  const [rows, total] = await Promise.all([
    ctx.db.userOrganisationMember.findMany({
      where,
      include: MEMBER_WITH_USER,
      orderBy: [{ [sortBy]: sortDirection }, { id: "asc" }],
      take: limit,
      skip: offset,
    }),
    ctx.db.userOrganisationMember.count({ where }),
  ]);
  return { members: rows.map(toMember), total };
}

function filterOf({ filterField, filterValue = "", filterOperator = "eq" }: ListMembersQuery) {
  if (filterField === undefined) return {};
  return { [filterField]: filterOperator === "ne" ? { not: filterValue } : filterValue };
}

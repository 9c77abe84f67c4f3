import { z } from "zod";
import type { OrganisationRole } from "./roles";

const OrganizationId = z.string().meta({ example: "uorg_4k9x2m7q1w8e5r3t6y0u" });
const UserId = z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" });
const Role = z.enum(["owner", "admin", "member"]).meta({ example: "member" });
const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });

export const Organization = z
  .object({
    id: OrganizationId,
    name: z.string().meta({ example: "Acme" }),
    slug: z.string().meta({ example: "acme" }),
    logo: z.string().nullable().meta({ example: null }),
    metadata: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ example: { plan: "team" } }),
    createdAt: Moment,
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof Organization>;

export const OrganizationMember = z
  .object({
    id: z.string().meta({ example: "umem_4k9x2m7q1w8e5r3t6y0u" }),
    organizationId: OrganizationId,
    userId: UserId,
    role: Role,
    createdAt: Moment,
    user: z.object({ id: UserId, name: z.string(), email: z.string(), image: z.string().nullable() }),
  })
  .meta({ id: "OrganizationMember" });
export type OrganizationMember = z.infer<typeof OrganizationMember>;

const INVITATION = {
  id: z.string().meta({ example: "uinv_4k9x2m7q1w8e5r3t6y0u" }),
  organizationId: OrganizationId,
  email: z.string().meta({ example: "grace@example.com" }),
  role: Role,
  status: z.enum(["pending", "accepted", "rejected", "canceled"]),
  inviterId: UserId,
  expiresAt: Moment,
  createdAt: Moment,
};

export const OrganizationInvitation = z.object(INVITATION).meta({ id: "OrganizationInvitation" });
export type OrganizationInvitation = z.infer<typeof OrganizationInvitation>;

export const ReceivedInvitation = z
  .object({ ...INVITATION, organizationName: z.string(), organizationSlug: z.string(), inviterEmail: z.string() })
  .meta({ id: "ReceivedOrganizationInvitation" });
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>;

export const FullOrganization = Organization.extend({
  members: z.array(OrganizationMember),
  invitations: z.array(OrganizationInvitation),
}).meta({ id: "FullOrganization" });
export type FullOrganization = z.infer<typeof FullOrganization>;

/** An organisation in the list of a user's own. better-auth's has no role. */
export const ListedOrganization = Organization.extend({ role: Role }).meta({ id: "ListedOrganization" });
export type ListedOrganization = z.infer<typeof ListedOrganization>;

export const OrganizationList = z.array(ListedOrganization);
export const InvitationList = z.array(OrganizationInvitation);
export const ReceivedInvitationList = z.array(ReceivedInvitation);

const OWNED = {
  ...Organization.shape,
  updatedAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
  members: z.int().meta({ description: "How many there are.", example: 3 }),
};

/** An organisation of users as the owner of the project sees it. */
export const OwnedOrganization = z.object(OWNED).meta({ id: "ProjectOrganization" });
export type OwnedOrganization = z.infer<typeof OwnedOrganization>;

export const OwnedOrganizationDetails = z
  .object({
    ...OWNED,
    invitations: z.array(OrganizationInvitation).meta({ description: "The pending ones, at most 100." }),
  })
  .meta({ id: "ProjectOrganizationDetails" });
export type OwnedOrganizationDetails = z.infer<typeof OwnedOrganizationDetails>;

const NextCursor = z.string().nullable().meta({ description: "`before` of the next page.", example: null });

export const OwnedOrganizationPage = z
  .object({ items: z.array(OwnedOrganization), nextCursor: NextCursor })
  .meta({ id: "ProjectOrganizationPage" });

export const OwnedMemberPage = z
  .object({ items: z.array(OrganizationMember), nextCursor: NextCursor })
  .meta({ id: "ProjectOrganizationMemberPage" });

interface OrganisationRow {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  metadata: unknown;
  createdAt: Date;
}

export function toOrganization(row: OrganisationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    logo: row.logo,
    metadata: row.metadata as Organization["metadata"],
    createdAt: row.createdAt.toISOString(),
  };
}

/** The columns of the user that are read with a member. */
export const MEMBER_WITH_USER = { user: { select: { id: true, name: true, email: true, image: true } } } as const;

export interface MemberRow {
  id: string;
  organisationId: string;
  userId: string;
  role: string;
  createdAt: Date;
  user: OrganizationMember["user"];
}

export function toMember({ user, ...row }: MemberRow): OrganizationMember {
  return {
    id: row.id,
    organizationId: row.organisationId,
    userId: row.userId,
    role: row.role as OrganisationRole,
    createdAt: row.createdAt.toISOString(),
    user: { id: user.id, name: user.name, email: user.email, image: user.image },
  };
}

export interface InvitationRow {
  id: string;
  organisationId: string;
  email: string;
  role: string;
  status: string;
  inviterId: string;
  createdAt: Date;
  expiresAt: Date;
}

export function toInvitation(row: InvitationRow): OrganizationInvitation {
  return {
    id: row.id,
    organizationId: row.organisationId,
    email: row.email,
    role: row.role as OrganisationRole,
    status: row.status as OrganizationInvitation["status"],
    inviterId: row.inviterId,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * The role of a user in an organization.
 *
 * @example
 * const role: OrganizationRole = "admin";
 */
export type OrganizationRole = "owner" | "admin" | "member";

/**
 * An organization of users.
 *
 * @example
 * const listed = await auth.organizations.list();
 * if (listed.ok) listed.organizations.map((organization: Organization) => organization.name);
 */
export interface Organization {
  /** The organization's id, `uorg_…`. */
  id: string;
  name: string;
  /** Names it in addresses of the app; its own in the project. */
  slug: string;
  /** The address of a picture. */
  logo: string | null;
  /** The app's own data about it. Every member can read it. */
  metadata: Record<string, unknown> | null;
  createdAt: string;
}

/**
 * An organization of the user, in the list of their own.
 *
 * @example
 * const owned = organizations.filter((organization: ListedOrganization) => organization.role === "owner");
 */
export interface ListedOrganization extends Organization {
  /** The user's own role. */
  role: OrganizationRole;
}

/**
 * A user in an organization.
 *
 * @example
 * const owners = organization.members.filter((member: OrganizationMember) => member.role === "owner");
 */
export interface OrganizationMember {
  /** The id of the membership, `umem_…`. */
  id: string;
  organizationId: string;
  userId: string;
  role: OrganizationRole;
  createdAt: string;
  user: { id: string; name: string; email: string; image: string | null };
}

/**
 * An invitation to an organization.
 *
 * @example
 * const pending = organization.invitations.filter(({ status }: OrganizationInvitation) => status === "pending");
 */
export interface OrganizationInvitation {
  /** The id of the invitation, `uinv_…`. */
  id: string;
  organizationId: string;
  email: string;
  role: OrganizationRole;
  status: "pending" | "accepted" | "rejected" | "canceled";
  /** The user who sent it. */
  inviterId: string;
  expiresAt: string;
  createdAt: string;
}

/**
 * An invitation as the user who was invited sees it.
 *
 * @example
 * const listed = await auth.organizations.listInvitations();
 * if (listed.ok) listed.invitations.map((invitation: ReceivedInvitation) => invitation.organizationName);
 */
export interface ReceivedInvitation extends OrganizationInvitation {
  organizationName: string;
  organizationSlug: string;
  inviterEmail: string;
}

/**
 * An organization with its members and invitations.
 *
 * @example
 * const found = await auth.organizations.get();
 * const organization: FullOrganization | null = found.ok ? found.organization : null;
 */
export interface FullOrganization extends Organization {
  members: OrganizationMember[];
  invitations: OrganizationInvitation[];
}

import { type Connection, nothing, reply } from "./connection";
import type {
  FullOrganization,
  ListedOrganization,
  Organization,
  OrganizationMember,
  OrganizationRole,
  ReceivedInvitation,
} from "./organization-wire";
import type { Result } from "./result";

/**
 * Organizations of users, such as the teams of an app's customers. Without an `organizationId`, the active one of the
 * session is meant. A project has them once its owner switches them on.
 */
export interface Organizations {
  /** Creates an organization that the user owns, and works in it. `slug` is its own in the project. */
  create(input: {
    name: string;
    slug: string;
    logo?: string;
    metadata?: Record<string, unknown>;
  }): Promise<Result<{ organization: Organization }>>;
  /** Lists the organizations that the user is a member of, with their role there. */
  list(): Promise<Result<{ organizations: ListedOrganization[] }>>;
  /** Returns an organization with its first 100 members and its invitations; `null` where none is active. */
  get(input?: { organizationId?: string }): Promise<Result<{ organization: FullOrganization | null }>>;
  /** Lists members, those who joined first at the start, up to 1,000 at once. `total` is how many there are. */
  listMembers(input?: {
    organizationId?: string;
    limit?: number;
    offset?: number;
  }): Promise<Result<{ members: OrganizationMember[]; total: number }>>;
  /** Works in another organization, or with `null` in none. The next token names it. */
  setActive(organizationId: string | null): Promise<Result>;
  /** Changes an organization. A field that is left out stays. */
  update(input: OrganizationChange): Promise<Result<{ organization: Organization }>>;
  /** Deletes an organization with its memberships and invitations. */
  delete(input: { organizationId: string }): Promise<Result>;
  /** Ends the user's own membership. */
  leave(input: { organizationId: string }): Promise<Result>;
  /** Mails somebody an invitation. With `resend`, a pending one is mailed again. */
  invite(input: { email: string; role: OrganizationRole; resend?: boolean; organizationId?: string }): Promise<Result>;
  /** Takes back an invitation that was not answered yet. */
  cancelInvitation(input: { invitationId: string }): Promise<Result>;
  /** Gives a member another role. */
  setRole(input: { memberId: string; role: OrganizationRole; organizationId?: string }): Promise<Result>;
  /** Removes a member. */
  removeMember(input: { memberId: string; organizationId?: string }): Promise<Result>;
  /** Lists the invitations that wait for the user, whose address must be verified. */
  listInvitations(): Promise<Result<{ invitations: ReceivedInvitation[] }>>;
  /** Joins the organization of an invitation, and works in it. */
  acceptInvitation(input: { invitationId: string }): Promise<Result>;
  /** Declines an invitation. */
  rejectInvitation(input: { invitationId: string }): Promise<Result>;
}

/**
 * The fields that `organizations.update` changes.
 *
 * @example
 * const change: OrganizationChange = { name: "Acme Ltd", logo: null };
 */
export interface OrganizationChange {
  organizationId?: string;
  name?: string;
  slug?: string;
  logo?: string | null;
  metadata?: Record<string, unknown> | null;
}

export function createOrganizations({ get, post, announce }: Connection): Organizations {
  const changed = () => announce("updated");
  const send = (path: string, body: object) => reply(post(`/organization/${path}`, body), nothing);
  const change = (path: string, body: object) => reply(post(`/organization/${path}`, body), nothing, changed);
  const one = (organization: Organization) => ({ organization });
  return {
    create: (input) => reply(post<Organization>("/organization/create", input), one, changed),
    list: () => reply(get<ListedOrganization[]>("/organization/list"), (organizations) => ({ organizations })),
    get: ({ organizationId } = {}) =>
      reply(
        get<FullOrganization | null>(`/organization/get-full-organization${query({ organizationId })}`),
        (organization) => ({ organization }),
      ),
    listMembers: (input = {}) =>
      reply(
        get<{ members: OrganizationMember[]; total: number }>(`/organization/list-members${query(input)}`),
        (page) => page,
      ),
    setActive: (organizationId) => change("set-active", { organizationId }),
    update: ({ organizationId, ...data }) =>
      reply(post<Organization>("/organization/update", { organizationId, data }), one, changed),
    delete: (input) => change("delete", input),
    leave: (input) => change("leave", input),
    invite: (input) => send("invite-member", input),
    cancelInvitation: (input) => send("cancel-invitation", input),
    setRole: (input) => change("update-member-role", input),
    removeMember: ({ memberId, organizationId }) =>
      change("remove-member", { memberIdOrEmail: memberId, organizationId }),
    listInvitations: () =>
      reply(get<ReceivedInvitation[]>("/organization/list-user-invitations"), (invitations) => ({ invitations })),
    acceptInvitation: (input) => change("accept-invitation", input),
    rejectInvitation: (input) => send("reject-invitation", input),
  };
}

/** Returns the given values as the query of an address, or nothing without any. */
function query(given: object): string {
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  return values.length === 0 ? "" : `?${new URLSearchParams(values.map(([name, value]) => [name, String(value)]))}`;
}

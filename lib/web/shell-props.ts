import "server-only";
import { listDatabases } from "@/lib/databases/list";
import { listOwnInvitations } from "@/lib/invitations/list-own";
import { hasPermission } from "@/lib/members/permissions";
import { SERVICE } from "@/lib/service";
import { type CurrentAccount, type CurrentMember, requireAccount } from "./current-member";

/** So many databases are found by the command palette; the list has all of them. */
const LISTED = 200;

/** What is around every page, as plain data. */
async function accountProps({ account, ctx }: CurrentAccount) {
  const invitations = await listOwnInvitations(ctx);
  return {
    serviceName: SERVICE.name,
    email: account.email,
    organisations: account.memberships.map(({ organisationId, organisationName }) => {
      return { id: organisationId, name: organisationName };
    }),
    invitations: invitations.length,
  };
}

export async function accountShell() {
  return { ...(await accountProps(await requireAccount())), organisation: null, databases: [] };
}

export async function organisationShell({ member, ...current }: CurrentMember) {
  const [common, { items }] = await Promise.all([accountProps(await requireAccount()), listDatabases(current.ctx, {})]);
  return {
    ...common,
    organisation: {
      id: member.organisationId,
      name: member.organisationName,
      canReadAudit: hasPermission(member.role, "audit:read"),
      canWriteKeys: hasPermission(member.role, "keys:write"),
    },
    databases: items.slice(0, LISTED).map(({ id, name }) => ({ id, name })),
  };
}

import "server-only";
import { hasPermission } from "@/lib/core/access/permissions";
import { SERVICE } from "@/lib/core/service";
import { listOwnInvitations } from "@/lib/people/invitations/list-own";
import { type CurrentAccount, type CurrentMember, requireAccount } from "./current-member";

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

export async function accountFrame() {
  return { ...(await accountProps(await requireAccount())), organisation: null };
}

export async function organisationFrame({ member }: CurrentMember) {
  const common = await accountProps(await requireAccount());
  return {
    ...common,
    organisation: {
      id: member.organisationId,
      name: member.organisationName,
      canReadAudit: hasPermission(member.role, "audit:read"),
      canWriteKeys: hasPermission(member.role, "keys:write"),
    },
  };
}

import "server-only";
import { cookies } from "next/headers";
import { hasPermission } from "@/lib/core/access/permissions";
import { SERVICE } from "@/lib/core/service";
import { listOwnInvitations } from "@/lib/people/invitations/list-own";
import { getRuntime } from "@/lib/runtime/current";
import { type CurrentAccount, type CurrentMember, requireAccount } from "./current-member";

/** Remembers, as `folded`, that the sidebar shows icons alone, so that the server renders it as it was left. */
const SIDEBAR_COOKIE = "coppice_sidebar";

async function accountProps({ account, ctx }: CurrentAccount) {
  const own = account.connection === null ? listOwnInvitations(ctx) : [];
  const [invitations, received, { version }] = await Promise.all([own, cookies(), getRuntime()]);
  return {
    serviceName: SERVICE.name,
    email: account.email,
    name: account.name,
    version: version(),
    organisations: account.memberships.map(({ organisationId, organisationName }) => {
      return { id: organisationId, name: organisationName };
    }),
    isOperator: account.isOperator,
    invitations: invitations.length,
    sidebar: { cookie: SIDEBAR_COOKIE, isFolded: received.get(SIDEBAR_COOKIE)?.value === "folded" },
  };
}

export async function accountFrame() {
  return { ...(await accountProps(await requireAccount())), organisation: null };
}

export async function administrationFrame() {
  return { ...(await accountFrame()), isAdministration: true };
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
      canWriteDatabases: hasPermission(member.role, "databases:write"),
      canWriteData: hasPermission(member.role, "data:write"),
      canInvite: hasPermission(member.role, "members:write"),
      canWriteProjects: hasPermission(member.role, "projects:write"),
      canWriteUsers: hasPermission(member.role, "users:write"),
      canWriteProjectKeys: hasPermission(member.role, "project-keys:write"),
      canWriteStorage: hasPermission(member.role, "storage:write"),
      canWriteFunctions: hasPermission(member.role, "functions:write"),
    },
  };
}

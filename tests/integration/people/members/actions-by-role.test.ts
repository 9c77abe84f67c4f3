import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLES, type Role } from "@/lib/core/access/permissions";
import type { Context } from "@/lib/core/context";
import { ERRORS } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabaseWithBranches } from "@/lib/hosting/databases/get-with-branches";
import { listDatabasePage } from "@/lib/hosting/databases/list-page";
import type { BackupContext } from "@/lib/hosting/past-restores/context";
import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { createKey } from "@/lib/people/api-keys/create";
import { listKeys } from "@/lib/people/api-keys/list";
import { revokeKey } from "@/lib/people/api-keys/revoke";
import { exportAuditEvents } from "@/lib/people/audit/export";
import { listAuditEvents } from "@/lib/people/audit/list";
import { createInvitation } from "@/lib/people/invitations/create";
import { listInvitations } from "@/lib/people/invitations/list";
import { revokeInvitation } from "@/lib/people/invitations/revoke";
import { leaveOrganisation } from "@/lib/people/members/leave";
import { listMembers } from "@/lib/people/members/list";
import { removeMember } from "@/lib/people/members/remove";
import { setRole } from "@/lib/people/members/set-role";
import { transferOwnership } from "@/lib/people/members/transfer-ownership";
import { deleteOrganisation } from "@/lib/people/organisations/delete";
import { renameOrganisation } from "@/lib/people/organisations/rename";
import { showOrganisation } from "@/lib/people/organisations/show";
import { EVERY_SECOND } from "@/tests/support/backup-status";
import { insertMember, keyActor, random, type TestOrganisation } from "@/tests/support/context";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

/** The things to act on, all of one organisation. */
interface Target {
  organisationId: string;
  organisationName: string;
  databaseId: string;
  invitationId: string;
  /** A developer beside those who act. */
  memberId: string;
  /** That developer's. */
  keyId: string;
}

interface Action {
  name: string;
  /** The roles that may; to everyone else it is `missing_permission`. */
  by: readonly Role[];
  run: (ctx: BackupContext, target: Target) => Promise<unknown>;
  /** Names nothing: a stranger does it in an organisation of their own. */
  isUnaddressed?: true;
}

const EVERYBODY = ROLES;
const DEVELOPERS = ["owner", "admin", "developer"] as const;
const ADMINS = ["owner", "admin"] as const;
const OWNERS = ["owner"] as const;

const newName = () => createId("request", random).slice(-12);

/** Every action of the dashboard's pages of people, organisation and databases; removing ones come last. */
const ACTIONS: readonly Action[] = [
  { name: "list databases", by: EVERYBODY, run: (ctx) => listPage(ctx), isUnaddressed: true },
  {
    name: "look at a database",
    by: EVERYBODY,
    run: (ctx, { databaseId }) => getDatabaseWithBranches(ctx, { databaseId }),
  },
  {
    name: "create a database",
    by: DEVELOPERS,
    run: (ctx) => createDatabase(ctx, { name: newName() }),
    isUnaddressed: true,
  },
  {
    name: "create a branch",
    by: DEVELOPERS,
    run: (ctx, { databaseId }) => createBranch(ctx, { databaseId, name: newName() }),
  },
  {
    name: "restore to a time",
    by: DEVELOPERS,
    run: (ctx, { databaseId }) =>
      requestPastRestore(
        { ...ctx, readBackups: async () => EVERY_SECOND, readLocalWindow: async () => null },
        { databaseId, at: new Date(), name: newName() },
      ),
  },
  {
    name: "reveal a connection string",
    by: DEVELOPERS,
    run: (ctx, { databaseId }) => revealConnectionString(ctx, { databaseId }),
  },
  { name: "rotate a password", by: DEVELOPERS, run: (ctx, { databaseId }) => rotateCredential(ctx, { databaseId }) },
  { name: "list members", by: EVERYBODY, run: (ctx, { organisationId }) => listMembers(ctx, { organisationId }) },
  { name: "invite", by: ADMINS, run: (ctx, { organisationId }) => invite(ctx, organisationId, "developer") },
  { name: "invite an owner", by: OWNERS, run: (ctx, { organisationId }) => invite(ctx, organisationId, "owner") },
  { name: "list invitations", by: ADMINS, run: (ctx, { organisationId }) => listInvitations(ctx, { organisationId }) },
  {
    name: "revoke an invitation",
    by: ADMINS,
    run: (ctx, { organisationId, invitationId }) => revokeInvitation(ctx, { organisationId, invitationId }),
  },
  {
    name: "set a role",
    by: ADMINS,
    run: (ctx, { organisationId, memberId }) => setRole(ctx, { organisationId, memberId, role: "viewer" }),
  },
  {
    name: "make somebody owner",
    by: OWNERS,
    run: (ctx, { organisationId, memberId }) => setRole(ctx, { organisationId, memberId, role: "owner" }),
  },
  { name: "list keys", by: DEVELOPERS, run: (ctx, { organisationId }) => listKeys(ctx, { organisationId }) },
  { name: "create a key", by: DEVELOPERS, run: (ctx, { organisationId }) => createOwnKey(ctx, organisationId) },
  {
    name: "revoke another member's key",
    by: ADMINS,
    run: (ctx, { organisationId, keyId }) => revokeKey(ctx, { organisationId, keyId }),
  },
  {
    name: "read the audit log",
    by: ADMINS,
    run: (ctx, { organisationId }) => listAuditEvents(ctx, { organisationId, limit: 5 }),
  },
  {
    name: "export the audit log",
    by: ADMINS,
    run: (ctx, { organisationId }) => exportAuditEvents(ctx, { organisationId, format: "csv" }),
  },
  {
    name: "see the plan and its use",
    by: EVERYBODY,
    run: (ctx, { organisationId }) => showOrganisation(ctx, { organisationId }),
  },
  {
    name: "rename the organisation",
    by: OWNERS,
    run: (ctx, { organisationId }) => renameOrganisation(ctx, { organisationId, name: newName() }),
  },
  {
    name: "remove a member",
    by: ADMINS,
    run: (ctx, { organisationId, memberId }) => removeMember(ctx, { organisationId, member: memberId }),
  },
  { name: "delete a database", by: DEVELOPERS, run: (ctx, { databaseId }) => deleteDatabase(ctx, { databaseId }) },
  {
    name: "pass ownership on",
    by: OWNERS,
    run: (ctx, { organisationId, memberId }) => transferOwnership(ctx, { organisationId, memberId }),
  },
  {
    name: "delete the organisation",
    by: OWNERS,
    run: (ctx, target) =>
      deleteOrganisation(ctx, { organisationId: target.organisationId, confirmation: target.organisationName }),
  },
  { name: "leave", by: EVERYBODY, run: (ctx, { organisationId }) => leaveOrganisation(ctx, { organisationId }) },
];

const listPage = (ctx: Context) => listDatabasePage(ctx, { search: "", limit: 10 });
const invite = (ctx: Context, organisationId: string, role: Role) =>
  createInvitation(ctx, { organisationId, email: `${newName()}@invited.example`, role });

function createOwnKey(ctx: Context, organisationId: string) {
  const input = { name: newName(), databaseId: null, readOnly: true, expiresAt: null };
  return createKey(ctx, { ...input, organisationId, memberId: ctx.actor.id });
}

let service: HostingService;
let organisation: TestOrganisation;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  databaseId = await createReadyDatabase(service, organisation.member.owner);
});

afterAll(() => service.close());

/** Fresh things to act on; the database is the same for all, since a refusal leaves it as it is. */
async function newTarget(of: TestOrganisation, ofDatabase: string): Promise<Target> {
  const owner = await service.context(of.member.owner);
  const email = `${newName()}@${of.id}.example`;
  const memberId = await insertMember(service.db, { organisationId: of.id, email, role: "developer" });
  const developer = await service.context({ kind: "member", id: memberId, organisationId: of.id, role: "developer" });
  const { id: keyId } = await createOwnKey(developer, of.id);
  const { id: invitationId } = await invite(owner, of.id, "viewer");
  const { name } = await service.db.organisation.findUniqueOrThrow({ where: { id: of.id } });
  return {
    ...{ organisationId: of.id, organisationName: name },
    databaseId: ofDatabase,
    invitationId,
    memberId,
    keyId,
  };
}

/** The code an action is refused with; `null` when it is done. */
async function refusalOf(action: Action, ctx: BackupContext, target: Target): Promise<string | null> {
  try {
    await action.run(ctx, target);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

describe.each(ACTIONS.map((action) => [action.name, action] as const))("to %s", (_name, action) => {
  const refused = ROLES.filter((role) => !action.by.includes(role));

  it(`is ${refused.length === 0 ? "nobody" : refused.join(", ")} refused, and leaves everything as it was`, async () => {
    const target = await newTarget(organisation, databaseId);
    const before = await service.db.auditEvent.count();
    for (const role of refused) {
      const ctx = await service.context(organisation.member[role]);
      expect([role, await refusalOf(action, ctx, target)]).toEqual([role, "missing_permission"]);
    }
    expect(await service.db.auditEvent.count()).toBe(before);
  });

  it("TI-09: is not there for the owner of another organisation, whichever one is named", async () => {
    if (action.isUnaddressed) return;
    const target = await newTarget(organisation, databaseId);
    const ctx = await service.context((await service.organisation()).member.owner);
    const before = await service.db.auditEvent.count();
    const code = await refusalOf(action, ctx, target);
    expect(code && ERRORS[code as keyof typeof ERRORS].status).toBe(404);
    expect(await service.db.auditEvent.count()).toBe(before);
  });

  it("TI-05: is refused to an owner's key of another database, and changes nothing", async () => {
    const target = await newTarget(organisation, databaseId);
    const { owner } = organisation.member;
    const ctx = await service.context(keyActor(owner, { databaseId: createId("database", random) }));
    const before = await service.db.auditEvent.count();
    expect(await refusalOf(action, ctx, target)).toMatch(/^(key_scope_too_narrow|missing_permission)$/);
    expect(await service.db.auditEvent.count()).toBe(before);
  });
});

describe.each(ROLES)("a member who is %s", (role) => {
  it("does everything that the role may, in an organisation of their own", async () => {
    const own = await service.organisation();
    const ownDatabase = await createReadyDatabase(service, own.member.owner);
    const ctx = await service.context(own.member[role]);
    for (const action of ACTIONS.filter(({ by }) => by.includes(role))) {
      const target = await newTarget(own, ownDatabase);
      const code = await refusalOf(action, ctx, target);
      // The role is enough for both; the obstacles are that there are databases, and that somebody must stay.
      const expected = { "delete the organisation": "conflict" }[action.name] ?? null;
      expect([action.name, code]).toEqual([action.name, expected]);
    }
  });
});

import { describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { addMemberByOwner } from "@/lib/sign-in/user-organisations/add-member-by-owner";
import { cancelInvitationByOwner } from "@/lib/sign-in/user-organisations/cancel-invitation-by-owner";
import { changeMemberByOwner, removeMemberByOwner } from "@/lib/sign-in/user-organisations/change-member-by-owner";
import { createOrganisationByOwner } from "@/lib/sign-in/user-organisations/create-by-owner";
import { deleteOrganisationByOwner } from "@/lib/sign-in/user-organisations/delete-by-owner";
import { findMemberByOwner, findOrganisationByOwner } from "@/lib/sign-in/user-organisations/find-by-owner";
import { inviteMember } from "@/lib/sign-in/user-organisations/invite";
import { listOrganisationsByOwner } from "@/lib/sign-in/user-organisations/list-by-owner";
import { listMembersByOwner } from "@/lib/sign-in/user-organisations/list-members-by-owner";
import { showOrganisationByOwner } from "@/lib/sign-in/user-organisations/show-by-owner";
import { updateOrganisationByOwner } from "@/lib/sign-in/user-organisations/update-by-owner";
import { random } from "@/tests/support/context";
import { ownersOf } from "@/tests/support/project-members";
import { eventsOf, newEmail } from "@/tests/support/sign-in";
import { signedInRequest } from "@/tests/support/test-browser";
import {
  foundOrganisation,
  join,
  makeOrganisationsContext,
  newSlug,
  signInUser,
} from "@/tests/support/user-organisations";

async function owned() {
  const ctx = await makeOrganisationsContext();
  const { owner, organisation } = await foundOrganisation(ctx);
  const { address, member, stranger } = await ownersOf(ctx);
  const { projectId } = address;
  const here = { projectId, userOrganisationId: organisation.id };
  const [developer, viewer] = [await member("developer"), await member("viewer")];
  const auditOf = async () =>
    (await ctx.db.auditEvent.findMany({ where: { organisationId: address.organisationId } })).map(
      ({ action }) => action,
    );
  return { ctx, owner, organisation, projectId, here, developer, viewer, stranger, auditOf };
}

const code = (code: string) => ({ code });

describe("the owner of a project", () => {
  it("lists its organisations of users, newest first, page by page, and finds one", async () => {
    const { ctx, projectId, viewer, organisation } = await owned();
    const { organisation: other } = await foundOrganisation(ctx);
    const first = await listOrganisationsByOwner(viewer, { projectId, limit: 1 });
    const second = await listOrganisationsByOwner(viewer, { projectId, limit: 1, before: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual([organisation.id, other.id].sort());
    expect(second.nextCursor).toBeNull();
    const find = async (search: string) =>
      (await listOrganisationsByOwner(viewer, { projectId, search, limit: 10 })).items;
    expect(await find(organisation.slug.toUpperCase())).toMatchObject([{ id: organisation.id, members: 1 }]);
    expect(await find(other.id)).toMatchObject([{ id: other.id }]);
    expect(await find("acm")).toHaveLength(2);
    expect(await find("%")).toEqual([]);
  });

  it("creates one for a user, changes it and deletes it, and each is in the audit log", async () => {
    const { ctx, owner, projectId, developer, organisation, auditOf } = await owned();
    const { id: ownerId } = owner.session.user;
    const slug = newSlug();
    const made = await createOrganisationByOwner(developer, { projectId, name: "Beta", slug, ownerId });
    expect(made).toMatchObject({ name: "Beta", slug, members: 1 });
    const here = { projectId, userOrganisationId: made.id };
    const changed = await updateOrganisationByOwner(developer, { ...here, metadata: { plan: "team" }, name: "Gamma" });
    expect(changed).toMatchObject({ name: "Gamma", metadata: { plan: "team" } });
    const taken = updateOrganisationByOwner(developer, { ...here, slug: organisation.slug });
    await expect(taken).rejects.toMatchObject(code("slug_taken"));
    const again = createOrganisationByOwner(developer, { projectId, name: "Beta", slug, ownerId });
    await expect(again).rejects.toMatchObject(code("slug_taken"));
    const nobody = { projectId, name: "Beta", slug: newSlug(), ownerId: createId("user", random) };
    await expect(createOrganisationByOwner(developer, nobody)).rejects.toMatchObject(code("user_not_found"));
    expect(await deleteOrganisationByOwner(developer, here)).toEqual({ id: made.id, slug });
    await expect(showOrganisationByOwner(developer, here)).rejects.toMatchObject(code("organization_not_found"));
    const actions = ["organization.create", "organization.update", "organization.delete"];
    expect(await auditOf()).toEqual(expect.arrayContaining(actions));
    expect(await eventsOf(ctx)).toEqual(expect.arrayContaining(actions.map((kind) => `${kind} accepted`)));
  });

  it("adds members, changes their roles and removes them, but never the last owner", async () => {
    const { ctx, owner, here, developer, auditOf } = await owned();
    const user = await signInUser(ctx);
    const { id: userId, email } = user.session.user;
    const member = await addMemberByOwner(developer, { ...here, userId, role: "member" });
    expect(member).toMatchObject({ role: "member", user: { email } });
    const again = addMemberByOwner(developer, { ...here, userId, role: "admin" });
    await expect(again).rejects.toMatchObject(code("conflict"));
    expect((await listMembersByOwner(developer, { ...here, limit: 10 })).items).toHaveLength(2);
    const at = await findMemberByOwner(developer, here, email.toUpperCase());
    expect(at.memberId).toBe(member.id);
    const first = await findMemberByOwner(developer, here, owner.session.user.id);
    await expect(removeMemberByOwner(developer, first)).rejects.toMatchObject(code("conflict"));
    await expect(changeMemberByOwner(developer, { ...first, role: "admin" })).rejects.toMatchObject(code("conflict"));
    expect(await changeMemberByOwner(developer, { ...at, role: "owner" })).toMatchObject({ role: "owner" });
    expect(await removeMemberByOwner(developer, first)).toMatchObject({ role: "owner" });
    expect((await signedInRequest(owner)).session.activeOrganisation).toBeNull();
    await expect(removeMemberByOwner(developer, first)).rejects.toMatchObject(code("organization_member_not_found"));
    const actions = ["organization.member_add", "organization.member_role", "organization.member_remove"];
    expect(await auditOf()).toEqual(expect.arrayContaining(actions));
  });

  it("sees pending invitations, and cancels one", async () => {
    const { owner, here, developer, auditOf } = await owned();
    const email = newEmail();
    const { id: invitationId } = await inviteMember(owner, { email, role: "member" });
    const { invitations } = await showOrganisationByOwner(developer, here);
    expect(invitations).toMatchObject([{ id: invitationId, email, status: "pending" }]);
    expect(await cancelInvitationByOwner(developer, { ...here, invitationId })).toMatchObject({ status: "canceled" });
    expect((await showOrganisationByOwner(developer, here)).invitations).toEqual([]);
    const again = cancelInvitationByOwner(developer, { ...here, invitationId });
    await expect(again).rejects.toMatchObject(code("not_found"));
    expect(await auditOf()).toContain("organization.invitation_cancel");
  });

  it("changes nothing as a viewer, and nothing of it is there for a stranger or from another project", async () => {
    const { owner, here, projectId, viewer, stranger, organisation } = await owned();
    const { member } = await join(owner, organisation.id, "member");
    const { id: invitationId } = await inviteMember(owner, { email: newEmail(), role: "member" });
    const at = { ...here, memberId: member.id };
    const { id: ownerId } = owner.session.user;
    const changes = [
      (ctx: typeof viewer) => createOrganisationByOwner(ctx, { projectId, name: "Beta", slug: newSlug(), ownerId }),
      (ctx: typeof viewer) => updateOrganisationByOwner(ctx, { ...here, name: "Mine" }),
      (ctx: typeof viewer) => deleteOrganisationByOwner(ctx, here),
      (ctx: typeof viewer) => addMemberByOwner(ctx, { ...here, userId: ownerId, role: "member" }),
      (ctx: typeof viewer) => changeMemberByOwner(ctx, { ...at, role: "owner" }),
      (ctx: typeof viewer) => removeMemberByOwner(ctx, at),
      (ctx: typeof viewer) => cancelInvitationByOwner(ctx, { ...here, invitationId }),
    ];
    for (const change of changes) {
      await expect(change(viewer)).rejects.toMatchObject(code("missing_permission"));
      await expect(change(stranger)).rejects.toMatchObject(code("project_not_found"));
    }
    await expect(listOrganisationsByOwner(stranger, { projectId, limit: 1 })).rejects.toMatchObject(
      code("project_not_found"),
    );
    const other = await owned();
    const theirs = { ...here, projectId: other.projectId };
    const reads = [
      () => showOrganisationByOwner(other.developer, theirs),
      () => deleteOrganisationByOwner(other.developer, theirs),
      () => findOrganisationByOwner(other.developer, other, organisation.slug),
    ];
    for (const read of reads) await expect(read()).rejects.toMatchObject(code("organization_not_found"));
    const removal = removeMemberByOwner(other.developer, { ...theirs, memberId: member.id });
    await expect(removal).rejects.toMatchObject(code("organization_member_not_found"));
  });
});

import { describe, expect, it } from "vitest";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { getSession } from "@/lib/sign-in/sessions/get";
import { checkOrganisationSlug } from "@/lib/sign-in/user-organisations/check-slug";
import { CreateOrganizationInput, createUserOrganisation } from "@/lib/sign-in/user-organisations/create";
import { deleteUserOrganisation } from "@/lib/sign-in/user-organisations/delete";
import { getActiveMember, getActiveMemberRole } from "@/lib/sign-in/user-organisations/get-active-member";
import { getFullOrganisation } from "@/lib/sign-in/user-organisations/get-full";
import { hasOrganisationPermission } from "@/lib/sign-in/user-organisations/has-permission";
import { leaveOrganisation } from "@/lib/sign-in/user-organisations/leave";
import { listUserOrganisations } from "@/lib/sign-in/user-organisations/list";
import { listOrganisationInvitations } from "@/lib/sign-in/user-organisations/list-invitations";
import { listOrganisationMembers } from "@/lib/sign-in/user-organisations/list-members";
import { setActiveOrganisation } from "@/lib/sign-in/user-organisations/set-active";
import { updateUserOrganisation } from "@/lib/sign-in/user-organisations/update";
import { deleteUser } from "@/lib/sign-in/users/delete";
import { eventsOf, expectSignInError, PASSWORD } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest } from "@/tests/support/test-browser";
import {
  claimsOf,
  foundOrganisation,
  join,
  makeOrganisationsContext,
  newSlug,
  signInUser,
} from "@/tests/support/user-organisations";

describe("an organisation of users", () => {
  it("is created by a user, who owns it and works in it", async () => {
    const ctx = await makeOrganisationsContext();
    const { owner, organisation } = await foundOrganisation(ctx);
    expect(organisation).toMatchObject({ name: "Acme", logo: null, metadata: null, members: [{ role: "owner" }] });
    expect(organisation.id).toMatch(/^uorg_[0-9a-z]{20}$/);
    expect(owner.session.activeOrganisation).toEqual({ id: organisation.id, slug: organisation.slug, role: "owner" });
    expect((await send(owner, getSession))?.session.activeOrganizationId).toBe(organisation.id);
    const { members: _, ...plain } = organisation;
    expect(await listUserOrganisations(owner)).toEqual([{ ...plain, role: "owner" }]);
    expect(await getActiveMember(owner)).toMatchObject({ role: "owner", user: { email: owner.session.user.email } });
    expect(await eventsOf(ctx)).toContain("organization.create accepted");
  });

  it("keeps the one worked in active where asked to", async () => {
    const ctx = await makeOrganisationsContext();
    const { owner, organisation } = await foundOrganisation(ctx);
    await createUserOrganisation(owner, { name: "Other", slug: newSlug(), keepCurrentActiveOrganization: true });
    expect((await signedInRequest(owner)).session.activeOrganisation?.id).toBe(organisation.id);
  });

  it("has a slug of its own in the project, also for two creations at once", async () => {
    const ctx = await makeOrganisationsContext();
    const [one, two] = [await signInUser(ctx), await signInUser(ctx)];
    const slug = newSlug();
    expect(await checkOrganisationSlug(one, { slug })).toEqual({ status: true });
    const made = [one, two].map((user) => createUserOrganisation(user, { name: "Acme", slug }));
    const results = await Promise.allSettled(made);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "ORGANIZATION_ALREADY_EXISTS" });
    await expectSignInError(checkOrganisationSlug(one, { slug }), "ORGANIZATION_SLUG_ALREADY_TAKEN");
    const elsewhere = await signInUser(await makeOrganisationsContext());
    expect(await checkOrganisationSlug(elsewhere, { slug })).toEqual({ status: true });
  });

  it("is one of as many as a user may have, also of two created at once", async () => {
    const user = await signInUser(await makeOrganisationsContext({ organizations: { perUser: 1 } }));
    const made = [newSlug(), newSlug()].map((slug) => createUserOrganisation(user, { name: "Acme", slug }));
    const results = await Promise.allSettled(made);
    const refused = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason.code)).toEqual(["YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"]);
  });

  it("is created by no user where that is left to the app's servers, and not at all where they are off", async () => {
    const given = { name: "Acme", slug: newSlug() };
    const servers = await signInUser(await makeOrganisationsContext({ organizations: { creation: "server" } }));
    const code = "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION";
    await expectSignInError(createUserOrganisation(servers, given), code);
    const off = await signInUser(await makeOrganisationsContext({ organizations: { enabled: false } }));
    await expectSignInError(createUserOrganisation(off, given), "ORGANIZATIONS_DISABLED");
    await expectSignInError(listUserOrganisations(off), "ORGANIZATIONS_DISABLED");
    await expectSignInError(getFullOrganisation(off, {}), "ORGANIZATIONS_DISABLED");
  });

  it.each<[string, object]>([
    ["no name", { name: " " }],
    ["a name of two lines", { name: "a\nb" }],
    ["a long name", { name: "a".repeat(129) }],
    ["a slug with a slash", { slug: "a/b" }],
    ["a slug in capitals", { slug: "Acme" }],
    ["a long slug", { slug: "a".repeat(65) }],
    ["a long logo", { logo: `https://example.com/${"a".repeat(2_048)}` }],
    ["much metadata", { metadata: { a: "a".repeat(8_192) } }],
    ["metadata with NUL", { metadata: { a: "\u0000" } }],
  ])("has not %s", (_, wrong) => {
    expect(CreateOrganizationInput.safeParse({ name: "Acme", slug: "acme", ...wrong }).success).toBe(false);
  });

  it("is changed by owners and admins, and keeps a slug of its own", async () => {
    const ctx = await makeOrganisationsContext();
    const { owner, organisation } = await foundOrganisation(ctx);
    const { organisation: other } = await foundOrganisation(ctx);
    const { user: admin } = await join(owner, organisation.id, "admin");
    const { user: member } = await join(owner, organisation.id, "member");
    const data = { name: "Acme Ltd", slug: newSlug(), metadata: { plan: "team" }, logo: "https://example.com/a.png" };
    expect(await updateUserOrganisation(admin, { data })).toMatchObject(data);
    expect(await updateUserOrganisation(owner, { data: { metadata: null } })).toMatchObject({
      metadata: null,
      name: "Acme Ltd",
    });
    const denied = updateUserOrganisation(member, { data: { name: "Mine" } });
    await expectSignInError(denied, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION");
    const taken = updateUserOrganisation(owner, { data: { slug: other.slug } });
    await expectSignInError(taken, "ORGANIZATION_SLUG_ALREADY_TAKEN");
    expect((await signedInRequest(owner)).session.activeOrganisation?.slug).toBe(data.slug);
  });

  it("is deleted by an owner alone, and then no session works in it", async () => {
    const ctx = await makeOrganisationsContext();
    const { owner, organisation } = await foundOrganisation(ctx);
    const { user: admin } = await join(owner, organisation.id, "admin");
    const named = { organizationId: organisation.id };
    const code = "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION";
    await expectSignInError(deleteUserOrganisation(admin, named), code);
    expect(await deleteUserOrganisation(owner, named)).toMatchObject({ id: organisation.id });
    for (const user of [owner, admin]) {
      const next = await signedInRequest(user);
      expect(next.session.activeOrganisation).toBeNull();
      expect(await listUserOrganisations(next)).toEqual([]);
      expect(await claimsOf(next)).not.toHaveProperty("org_id");
    }
    expect(await ctx.db.session.count({ where: { activeOrganisationId: organisation.id } })).toBe(0);
    await expectSignInError(deleteUserOrganisation(owner, named), "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
  });

  it("of strangers, and of another project, is refused as one that is not there", async () => {
    const ctx = await makeOrganisationsContext();
    const { organisation } = await foundOrganisation(ctx);
    const stranger = await signInUser(ctx);
    const elsewhere = await signInUser(await makeOrganisationsContext());
    const named = { organizationId: organisation.id };
    for (const user of [stranger, elsewhere]) {
      await expectSignInError(
        updateUserOrganisation(user, { ...named, data: { name: "Mine" } }),
        "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
      );
      await expectSignInError(deleteUserOrganisation(user, named), "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
      await expectSignInError(listOrganisationMembers(user, named), "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
      await expectSignInError(listOrganisationInvitations(user, named), "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
      await expectSignInError(getActiveMemberRole(user, named), "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
      await expectSignInError(leaveOrganisation(user, named), "MEMBER_NOT_FOUND");
      const asked = hasOrganisationPermission(user, { ...named, permissions: { organization: ["update"] } });
      await expectSignInError(asked, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
      expect((await signedInRequest(user)).session.activeOrganisation).toBeNull();
    }
    await expectSignInError(setActiveOrganisation(stranger, named), "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
    await expectSignInError(setActiveOrganisation(elsewhere, named), "ORGANIZATION_NOT_FOUND");
    await expectSignInError(getFullOrganisation(stranger, named), "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
    await expectSignInError(getFullOrganisation(elsewhere, named), "ORGANIZATION_NOT_FOUND");
    const bySlug = { organizationSlug: organisation.slug };
    await expectSignInError(setActiveOrganisation(elsewhere, bySlug), "ORGANIZATION_NOT_FOUND");
  });
});

describe("the active organisation", () => {
  it("is told by the next token, with its slug and the user's role", async () => {
    const ctx = await makeOrganisationsContext();
    const { owner, organisation } = await foundOrganisation(ctx);
    const { user: member } = await join(owner, organisation.id, "member");
    const own = await createUserOrganisation(member, { name: "Own", slug: newSlug() });
    const claims = (org_role: string, { id, slug }: { id: string; slug: string }) => ({
      org_id: id,
      org_slug: slug,
      org_role,
    });
    expect(await claimsOf(await signedInRequest(member))).toMatchObject(claims("owner", own));
    await setActiveOrganisation(member, { organizationSlug: organisation.slug });
    expect(await claimsOf(await signedInRequest(member))).toMatchObject(claims("member", organisation));
    expect(await setActiveOrganisation(await signedInRequest(member), {})).toMatchObject({ id: organisation.id });
    expect(await setActiveOrganisation(member, { organizationId: null })).toBeNull();
    const after = await signedInRequest(member);
    expect(await claimsOf(after)).not.toHaveProperty("org_id");
    expect(await getFullOrganisation(after, {})).toBeNull();
    expect(await setActiveOrganisation(after, {})).toBeNull();
    await expectSignInError(getActiveMember(after), "NO_ACTIVE_ORGANIZATION");
  });

  it("is one of each session", async () => {
    const ctx = await makeOrganisationsContext();
    const { owner, organisation } = await foundOrganisation(ctx);
    const elsewhere = otherBrowser(owner);
    await send(elsewhere, signInWithPassword, { email: owner.session.user.email, password: PASSWORD });
    const other = await signedInRequest(elsewhere);
    expect(other.session.activeOrganisation).toBeNull();
    await setActiveOrganisation(owner, { organizationId: null });
    await setActiveOrganisation(other, { organizationId: organisation.id });
    expect((await signedInRequest(owner)).session.activeOrganisation).toBeNull();
    expect((await signedInRequest(other)).session.activeOrganisation?.id).toBe(organisation.id);
  });
});

describe("a user who is deleted", () => {
  it("leaves their organisations, and takes along those that nobody else is in", async () => {
    const ctx = await makeOrganisationsContext();
    const { owner, organisation } = await foundOrganisation(ctx);
    const { user: member } = await join(owner, organisation.id, "member");
    const own = await createUserOrganisation(member, { name: "Own", slug: newSlug() });
    await send(member, deleteUser, { password: PASSWORD });
    expect(await ctx.db.userOrganisation.count({ where: { id: own.id } })).toBe(0);
    const { members, total } = await listOrganisationMembers(owner, {});
    expect({ total, roles: members.map(({ role }) => role) }).toEqual({ total: 1, roles: ["owner"] });
  });
});

import { createAuthClient } from "better-auth/client";
import { organizationClient } from "better-auth/client/plugins";
import { describe, expect, it } from "vitest";
import { cookieFetch } from "@/tests/support/cookie-fetch";
import { type Lane, lane, laneContext, publicUrl, usedSecrets } from "@/tests/support/lanes";
import {
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";

const organizations = { enabled: true };

/** The published client as it is, in a browser where somebody with a proven address is signed in. */
async function openBrowser(lane: Lane, project: SignInProject) {
  const client = createAuthClient({
    baseURL: lane.baseUrl,
    basePath: "/v1/auth-tenant",
    plugins: [organizationClient()],
    fetchOptions: {
      headers: { "x-coppice-project-id": project.id, authorization: `Bearer ${project.publicKey}` },
      customFetchImpl: cookieFetch(),
    },
  });
  usedSecrets.add(PASSWORD);
  const email = newEmail();
  const { data } = await client.signUp.email({ name: "Ada", email, password: PASSWORD });
  const { db } = await laneContext();
  await db.user.update({ where: { id: data?.user.id ?? "" }, data: { emailVerified: true } });
  return { client, email };
}

describe("the unmodified better-auth client and its organizations", () => {
  it("creates one, works in it, changes and deletes it", async () => {
    const { client } = await openBrowser(lane, await createSignInProject({ organizations }));
    expect((await client.organization.checkSlug({ slug: "acme" })).data).toEqual({ status: true });
    const metadata = { plan: "team" };
    const created = await client.organization.create({ name: "Acme", slug: "acme", metadata });
    expect(created.error).toBeNull();
    expect(created.data).toMatchObject({
      name: "Acme",
      metadata,
      createdAt: expect.any(Date),
      members: [{ role: "owner" }],
    });
    const organizationId = created.data?.id ?? "";
    expect((await client.getSession()).data?.session).toMatchObject({ activeOrganizationId: organizationId });
    expect((await client.organization.checkSlug({ slug: "acme" })).error).toMatchObject({
      status: 400,
      code: "ORGANIZATION_SLUG_ALREADY_TAKEN",
    });
    const again = await client.organization.create({ name: "Acme", slug: "acme" });
    expect(again.error).toMatchObject({ status: 400, code: "ORGANIZATION_ALREADY_EXISTS" });
    expect((await client.organization.list()).data).toMatchObject([
      { id: organizationId, slug: "acme", role: "owner" },
    ]);
    const full = await client.organization.getFullOrganization({ query: { organizationSlug: "acme" } });
    expect(full.data).toMatchObject({
      id: organizationId,
      members: [{ role: "owner", user: { name: "Ada" } }],
      invitations: [],
    });
    expect((await client.organization.getActiveMember()).data).toMatchObject({ role: "owner" });
    expect((await client.organization.getActiveMemberRole()).data).toEqual({ role: "owner" });
    const may = await client.organization.hasPermission({ permissions: { organization: ["delete"] } });
    expect(may.data).toEqual({ error: null, success: true });
    const updated = await client.organization.update({ data: { name: "Acme Ltd" } });
    expect(updated.data).toMatchObject({ id: organizationId, name: "Acme Ltd", metadata });
    expect((await client.organization.setActive({ organizationId: null })).data).toBeNull();
    expect((await client.organization.getFullOrganization()).data).toBeNull();
    expect((await client.organization.setActive({ organizationSlug: "acme" })).data).toMatchObject({
      id: organizationId,
    });
    expect((await client.organization.delete({ organizationId })).data).toMatchObject({ id: organizationId });
    expect((await client.organization.list()).data).toEqual([]);
    expect((await client.getSession()).data?.session).toMatchObject({ activeOrganizationId: null });
  });

  it("invites members, who join, get roles and leave", async () => {
    const project = await createSignInProject({ organizations });
    const owner = await openBrowser(lane, project);
    const guest = await openBrowser(lane, project);
    const { data: made } = await owner.client.organization.create({ name: "Acme", slug: "acme" });
    const organizationId = made?.id ?? "";
    const invited = await owner.client.organization.inviteMember({ email: guest.email, role: "member" });
    expect(invited.data).toMatchObject({ status: "pending", email: guest.email, expiresAt: expect.any(Date) });
    const id = invited.data?.id ?? "";
    const received = (await guest.client.organization.listUserInvitations()).data;
    expect(received).toMatchObject([{ id, organizationName: "Acme" }]);
    expect((await guest.client.organization.getInvitation({ query: { id } })).data).toMatchObject({
      inviterEmail: owner.email,
    });
    const accepted = await guest.client.organization.acceptInvitation({ invitationId: id });
    expect(accepted.data).toMatchObject({
      invitation: { status: "accepted" },
      member: { organizationId, role: "member" },
    });
    expect((await guest.client.getSession()).data?.session).toMatchObject({ activeOrganizationId: organizationId });
    const memberId = accepted.data?.member.id ?? "";
    const raise = await guest.client.organization.updateMemberRole({ memberId, role: "owner" });
    expect(raise.error).toMatchObject({ status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER" });
    const raised = await owner.client.organization.updateMemberRole({ memberId, role: "admin" });
    expect(raised.data).toMatchObject({ id: memberId, role: "admin" });
    const listed = await guest.client.organization.listMembers({ query: { limit: 10, sortBy: "createdAt" } });
    expect(listed.data).toMatchObject({ total: 2, members: [{ role: "owner" }, { role: "admin" }] });
    const stuck = await owner.client.organization.leave({ organizationId });
    expect(stuck.error).toMatchObject({ status: 400, code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" });
    expect((await guest.client.organization.leave({ organizationId })).data).toMatchObject({ id: memberId });
    const gone = await owner.client.organization.removeMember({ memberIdOrEmail: guest.email });
    expect(gone.error).toMatchObject({ status: 400, code: "MEMBER_NOT_FOUND" });
  });

  it("cancels and rejects invitations", async () => {
    const project = await createSignInProject({ organizations });
    const [owner, guest] = [await openBrowser(lane, project), await openBrowser(lane, project)];
    await owner.client.organization.create({ name: "Acme", slug: "acme" });
    const invite = async (email: string) =>
      (await owner.client.organization.inviteMember({ email, role: "admin" })).data?.id ?? "";
    const invitationId = await invite(guest.email);
    const rejected = await guest.client.organization.rejectInvitation({ invitationId });
    expect(rejected.data).toMatchObject({ invitation: { status: "rejected" }, member: null });
    const other = await invite(newEmail());
    const strange = await guest.client.organization.acceptInvitation({ invitationId: other });
    expect(strange.error).toMatchObject({ status: 403, code: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION" });
    expect((await owner.client.organization.cancelInvitation({ invitationId: other })).data).toMatchObject({
      status: "canceled",
    });
    const statuses = (await owner.client.organization.listInvitations()).data?.map(({ status }) => status);
    expect(statuses?.toSorted()).toEqual(["canceled", "rejected"]);
    const denied = await guest.client.organization.listInvitations({ query: { organizationId: "uorg_unknown" } });
    expect(denied.error).toMatchObject({ status: 403, code: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION" });
  });
});

describe("organizations on the wire", () => {
  it("are off until the project switches them on, and need a session and a key that writes", async () => {
    const off = await createSignInProject();
    const body = { name: "Acme", slug: "acme" };
    const { cookie } = await signUp(lane, off);
    const create = "/organization/create";
    expectAuthRefusal(await askAuth(lane, off, "POST", create, { body, cookie }), "ORGANIZATIONS_DISABLED");
    expectAuthRefusal(await askAuth(lane, off, "GET", "/organization/list", { cookie }), "ORGANIZATIONS_DISABLED");
    const on = await createSignInProject({ organizations });
    expectAuthRefusal(await askAuth(lane, on, "POST", create, { body }), "UNAUTHORIZED");
    const key = on.readKey;
    expectAuthRefusal(await askAuth(lane, on, "POST", create, { body, key }), "READ_ONLY_KEY");
  });

  it("have a page on which an invitation is accepted by a click alone", async () => {
    const project = await createSignInProject({ organizations });
    const owner = await openBrowser(lane, project);
    await owner.client.organization.create({ name: "Acme & Sons", slug: "acme" });
    const { cookie, email, user } = await signUp(lane, project);
    const { data: invitation } = await owner.client.organization.inviteMember({ email, role: "admin" });
    const id = invitation?.id ?? "";
    const page = `${lane.baseUrl}/auth/${project.id}/invitation`;
    const open = (cookie: string | null, query = `?id=${id}`) =>
      fetch(`${page}${query}`, { redirect: "manual", headers: cookie === null ? {} : { cookie } });
    const signedOut = await open(null);
    const toSignIn = expect.stringMatching(/\/sign-in\?redirect_to=.*invitation.*uinv_/);
    expect([signedOut.status, signedOut.headers.get("location")]).toEqual([302, toSignIn]);
    expect(await (await open(cookie)).text()).toContain("Confirm your email address");
    const { db } = await laneContext();
    await db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    const html = await (await open(cookie)).text();
    for (const text of ["Acme &amp; Sons", owner.email, email, "Admin", "Join", "Decline"])
      expect(html).toContain(text);
    const stranger = await signUp(lane, project);
    expect(await (await open(stranger.cookie)).text()).toContain("sent to a different email address");
    expect(await (await open(cookie, "?id=uinv_unknown")).text()).toContain("This invitation has expired");
    const post = (origin: string) =>
      fetch(`${lane.baseUrl}/auth/${project.id}/forms/invitation?id=${id}`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ id, decision: "approve" }),
      });
    expect((await post("https://evil.example")).status).toBe(403);
    const where = { userId: user.id };
    expect(await db.userOrganisationMember.count({ where })).toBe(0);
    const { origin } = new URL(publicUrl);
    const joined = await post(origin);
    expect([joined.status, joined.headers.get("location")]).toEqual([303, expect.stringMatching(/\?done=approve$/)]);
    expect(await db.userOrganisationMember.count({ where })).toBe(1);
    expect(await (await open(cookie, "?done=approve")).text()).toContain("joined the organisation");
    expect((await post(origin)).headers.get("location")).toContain(id);
    expect((await fetch(`${lane.baseUrl}/auth/${(await createSignInProject()).id}/invitation?id=${id}`)).status).toBe(
      404,
    );
  });

  it("take no oversized logo or metadata", async () => {
    const project = await createSignInProject({ organizations });
    const { cookie } = await signUp(lane, project);
    const given = { name: "Acme", slug: "acme" };
    for (const wrong of [{ logo: "a".repeat(2_049) }, { metadata: { a: "a".repeat(8_192) } }]) {
      const body = { ...given, ...wrong };
      const answer = await askAuth(lane, project, "POST", "/organization/create", { body, cookie });
      expectAuthRefusal(answer, "VALIDATION_ERROR");
    }
  });
});

import { describe, expect, it } from "vitest";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { acceptInvitation, declineInvitation } from "@/lib/people/invitations/accept";
import { createInvitation } from "@/lib/people/invitations/create";
import { createInvitations } from "@/lib/people/invitations/create-several";
import { listInvitations } from "@/lib/people/invitations/list";
import { listOwnInvitations } from "@/lib/people/invitations/list-own";
import { revokeInvitation } from "@/lib/people/invitations/revoke";
import { removeMember } from "@/lib/people/members/remove";
import { setRole } from "@/lib/people/members/set-role";
import { transferOwnership } from "@/lib/people/members/transfer-ownership";
import { createAccount, withSignUp } from "@/tests/support/accounts";
import { createOrganisation, FixedClock, keyActor, makeContext } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";

const WEEK_MS = 7 * 86_400_000;

/** An organisation whose admin has invited somebody who has an account. */
async function invited(options: { emailVerified?: boolean; clock?: FixedClock } = {}) {
  const organisation = await createOrganisation();
  const account = await createAccount(options);
  const ctx = await makeContext({
    actor: organisation.member.admin,
    ...(options.clock && { clock: options.clock }),
  });
  const input = { organisationId: organisation.id, email: account.email, role: "developer" } as const;
  const invitation = await createInvitation(ctx, input);
  return { organisation, account, ctx, input, invitation };
}

const actionsOf = async (ctx: Awaited<ReturnType<typeof makeContext>>, targetId: string) =>
  (await ctx.db.auditEvent.findMany({ where: { targetId }, orderBy: { createdAt: "asc" } })).map(
    ({ action }) => action,
  );

describe("an invitation", () => {
  it("is mailed, accepted once by the account of its address, and on record", async () => {
    const { organisation, account, ctx, invitation } = await invited();
    const mails = await ctx.db.mailMessage.findMany({ where: { recipient: account.email } });
    expect(mails).toMatchObject([{ kind: "invitation", status: "queued" }]);
    expect(await lastMailTo(ctx, account.email, "invitation")).toMatchObject({
      organisationName: organisation.name,
      inviterEmail: `admin@${organisation.id}.example`,
    });
    expect(await listOwnInvitations(account.ctx)).toEqual([
      expect.objectContaining({ id: invitation.id, role: "developer", organisationName: organisation.name }),
    ]);
    const accept = () => acceptInvitation(account.ctx, { invitationId: invitation.id });
    expect(await accept()).toEqual({ organisationId: organisation.id });
    const where = { organisationId: organisation.id, userId: account.userId };
    expect(await ctx.db.member.findMany({ where })).toMatchObject([{ role: "developer" }]);
    await expect(accept()).rejects.toMatchObject({ code: "not_found" });
    expect((await actionsOf(ctx, invitation.id)).sort()).toEqual(["invitation.accept", "invitation.create"]);
  });

  it("TI-07: is refused to another address, and to the same one as long as it is not proven", async () => {
    const { account, invitation, ctx } = await invited({ emailVerified: false });
    const other = await createAccount();
    for (const each of [account, other]) {
      for (const answer of [acceptInvitation, declineInvitation]) {
        await expect(answer(each.ctx, { invitationId: invitation.id })).rejects.toMatchObject({
          code: "missing_permission",
        });
      }
      expect(await listOwnInvitations(each.ctx)).toEqual([]);
    }
    expect(await ctx.db.member.count({ where: { userId: { in: [account.userId, other.userId] } } })).toBe(0);
    await ctx.db.user.update({ where: { id: account.userId }, data: { emailVerified: true } });
    await acceptInvitation(account.ctx, { invitationId: invitation.id });
  });

  it("is taken by one of twenty answers at once", async () => {
    const { account, invitation, ctx } = await invited();
    const answers = Array.from({ length: 20 }, () => acceptInvitation(account.ctx, { invitationId: invitation.id }));
    const results = await Promise.allSettled(answers);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await ctx.db.member.count({ where: { userId: account.userId } })).toBe(1);
  });

  it("can be turned down, revoked, and outlived", async () => {
    const clock = new FixedClock();
    for (const end of ["decline", "revoke", "expire"] as const) {
      const { organisation, account, invitation, ctx } = await invited({ clock });
      const late = { ...account.ctx, clock };
      if (end === "decline") await declineInvitation(late, { invitationId: invitation.id });
      if (end === "revoke") {
        const input = { organisationId: organisation.id, invitationId: invitation.id };
        await revokeInvitation(ctx, input);
        await expect(revokeInvitation(ctx, input)).rejects.toMatchObject({ code: "not_found" });
      }
      if (end === "expire") clock.advance(WEEK_MS);
      const accepted = acceptInvitation(late, { invitationId: invitation.id });
      await expect(accepted, end).rejects.toMatchObject({ code: "not_found" });
      expect(await listInvitations(ctx, { organisationId: organisation.id }), end).toEqual([]);
      if (end !== "expire") expect(await actionsOf(ctx, invitation.id)).toContain(`invitation.${end}`);
    }
  });

  it("DA-M10: of an address without an account leads to one, signed in, without a proof by another mail", async () => {
    const organisation = await createOrganisation();
    const ctx = await makeContext({ actor: organisation.member.admin });
    const email = `guest@${organisation.id.replace("_", "-")}.example`;
    const { id } = await createInvitation(ctx, { organisationId: organisation.id, email, role: "viewer" });
    const { link } = await lastMailTo(ctx, email, "invitation");
    const projectId = await getDashboardProjectId(ctx);
    expect(link).toMatch(new RegExp(`/auth/${projectId}/join\\?token=`));
    const project = await ctx.db.project.findUniqueOrThrow({ where: { id: projectId } });
    expect(await ctx.db.userInvitation.findMany({ where: { projectId, email } })).toMatchObject([
      { redirectTo: `${ctx.baseUrl}/auth/${project.id}/dashboard?to=%2Fdashboard%2Finvitations` },
    ]);
    await revokeInvitation(ctx, { organisationId: organisation.id, invitationId: id });
    expect(await ctx.db.userInvitation.count({ where: { projectId, email } })).toBe(0);
    const { account, ctx: inviter } = await invited();
    expect((await lastMailTo(inviter, account.email, "invitation")).link).toBe(`${ctx.baseUrl}/dashboard/invitations`);
  });

  it("gives way to a later one for the same address", async () => {
    const { ctx, input, invitation, organisation } = await invited();
    const second = await createInvitation(ctx, { ...input, role: "viewer" });
    const listed = await listInvitations(ctx, { organisationId: organisation.id });
    expect(listed.map(({ id, role }) => [id, role])).toEqual([[second.id, "viewer"]]);
    expect(second.id).not.toBe(invitation.id);
  });

  it("TI-08: ends when its maker is removed, or may no longer invite", async () => {
    for (const end of ["remove", "demote"] as const) {
      const { organisation, account, invitation } = await invited();
      const owner = await makeContext({ actor: organisation.member.owner });
      const admin = { organisationId: organisation.id, memberId: organisation.member.admin.id };
      if (end === "remove") await removeMember(owner, { ...admin, member: admin.memberId });
      else await setRole(owner, { ...admin, role: "viewer" });
      const accepted = acceptInvitation(account.ctx, { invitationId: invitation.id });
      await expect(accepted, end).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("TI-08: to become owner ends when its maker is no owner any more; their others stay", async () => {
    for (const end of ["demote", "transfer"] as const) {
      const organisation = await createOrganisation();
      const organisationId = organisation.id;
      const { owner, admin } = organisation.member;
      const ctx = await makeContext({ actor: owner });
      const [heir, colleague] = [await createAccount(), await createAccount()];
      const asOwner = await createInvitation(ctx, { organisationId, email: heir.email, role: "owner" });
      const asViewer = await createInvitation(ctx, { organisationId, email: colleague.email, role: "viewer" });
      if (end === "transfer") await transferOwnership(ctx, { organisationId, memberId: admin.id });
      else {
        await setRole(ctx, { organisationId, memberId: admin.id, role: "owner" });
        await setRole(await makeContext({ actor: { ...admin, role: "owner" } }), {
          ...{ organisationId, memberId: owner.id, role: "admin" },
        });
      }
      const accepted = acceptInvitation(heir.ctx, { invitationId: asOwner.id });
      await expect(accepted, end).rejects.toMatchObject({ code: "not_found" });
      await acceptInvitation(colleague.ctx, { invitationId: asViewer.id });
    }
  });

  it("to become owner is not replaced by an admin's", async () => {
    const organisation = await createOrganisation();
    const account = await createAccount();
    const to = { organisationId: organisation.id, email: account.email };
    const made = await createInvitation(await makeContext({ actor: organisation.member.owner }), {
      ...to,
      role: "owner",
    });
    const replaced = createInvitation(await makeContext({ actor: organisation.member.admin }), {
      ...to,
      role: "viewer",
    });
    await expect(replaced).rejects.toMatchObject({ code: "missing_permission" });
    await acceptInvitation(account.ctx, { invitationId: made.id });
  });

  it("is for members' managers to make, list and revoke; one to become owner is for an owner", async () => {
    const { organisation, invitation, input } = await invited();
    const organisationId = organisation.id;
    const verbs = [
      createInvitation,
      (ctx: Parameters<typeof listInvitations>[0]) =>
        createInvitations(ctx, { organisationId, emails: "guest@invited.example", role: "viewer" }),
      (ctx: Parameters<typeof listInvitations>[0]) => listInvitations(ctx, { organisationId }),
      (ctx: Parameters<typeof listInvitations>[0]) =>
        revokeInvitation(ctx, { organisationId, invitationId: invitation.id }),
    ];
    const stranger = (await createOrganisation()).member.owner;
    const { developer, viewer, owner, admin } = organisation.member;
    const refused = [
      ...[developer, viewer, keyActor(owner)].map((actor) => [actor, "missing_permission"] as const),
      ...[stranger, (await createAccount()).ctx.actor].map((actor) => [actor, "not_found"] as const),
    ];
    for (const [actor, code] of refused) {
      const ctx = await makeContext({ actor });
      for (const verb of verbs) await expect(verb(ctx, input)).rejects.toMatchObject({ code });
    }
    const asOwner = { ...input, email: `boss@${organisationId}.example`, role: "owner" } as const;
    const byAdmin = createInvitation(await makeContext({ actor: admin }), asOwner);
    await expect(byAdmin).rejects.toMatchObject({ code: "missing_permission" });
    const made = await createInvitation(await makeContext({ actor: owner }), asOwner);
    const revoked = revokeInvitation(await makeContext({ actor: admin }), { organisationId, invitationId: made.id });
    await expect(revoked).rejects.toMatchObject({ code: "missing_permission" });
  });

  it("is made for several addresses at once, all or none", async () => {
    const { ctx, input } = await invited();
    const { organisationId } = input;
    const at = (name: string) => `${name}@several-${organisationId.slice(4)}.example`;
    const pending = async () => (await listInvitations(ctx, { organisationId })).map(({ email }) => email);
    const colleague = await createAccount();
    const { id: invitationId } = await createInvitation(ctx, { ...input, email: colleague.email });
    await acceptInvitation(colleague.ctx, { invitationId });
    const before = await pending();
    const send = (emails: string) => createInvitations(ctx, { organisationId, emails, role: "viewer" });
    await expect(send(`${at("a")}, ada@`)).rejects.toMatchObject({
      ...{ code: "invalid_request", message: "“ada@” isn't an email address." },
    });
    await expect(send(`${at("a")} ${colleague.email}`)).rejects.toMatchObject({ code: "conflict" });
    await expect(send(" ,; ")).rejects.toMatchObject({ code: "invalid_request" });
    await expect(send(Array.from({ length: 21 }, (_, number) => at(`n${number}`)).join())).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await pending()).toEqual(before);
    const sent = [at("a"), at("b"), at("c")];
    expect(await send(`${sent[0]},${sent[1]?.toUpperCase()};\n ${sent[2]} ${sent[0]}`)).toEqual({ sent });
    expect((await pending()).toSorted()).toEqual([...before, ...sent].toSorted());
    const audited = await ctx.db.auditEvent.count({ where: { organisationId, action: "invitation.create" } });
    expect(audited).toBe(before.length + 1 + sent.length);
  });

  it("is not made for a member", async () => {
    const { ctx, input, organisation } = await invited();
    const member = { ...input, email: `viewer@${organisation.id}.example` };
    await expect(createInvitation(ctx, member)).rejects.toMatchObject({ code: "conflict" });
  });

  it("brings a link to create an account also where nobody signs up by themselves, and no account", async () => {
    const organisation = await createOrganisation();
    const ctx = await makeContext({ actor: organisation.member.owner });
    for (const isOpen of [true, false]) {
      const email = `new-${isOpen}@${organisation.id}.example`;
      await withSignUp(ctx, isOpen, () =>
        createInvitation(ctx, { organisationId: organisation.id, email, role: "viewer" }),
      );
      expect(await ctx.db.user.count({ where: { email } })).toBe(0);
      expect(await ctx.db.userInvitation.count({ where: { email } })).toBe(1);
    }
  });

  it("is limited to fifty in an hour", async () => {
    const organisation = await createOrganisation();
    const ctx = await makeContext({ actor: organisation.member.owner });
    const invite = (number: number) =>
      createInvitation(ctx, {
        ...{ organisationId: organisation.id, role: "viewer" },
        email: `n${number}@${organisation.id}.example`,
      });
    for (let number = 0; number < 50; number++) await invite(number);
    await expect(invite(50)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
  });
});

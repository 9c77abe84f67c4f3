import { describe, expect, it } from "vitest";
import { recordAudit } from "@/lib/core/audit/record";
import { exportAuditEvents } from "@/lib/people/audit/export";
import { listAuditEvents } from "@/lib/people/audit/list";
import { acceptInvitation } from "@/lib/people/invitations/accept";
import { createInvitation } from "@/lib/people/invitations/create";
import { leaveOrganisation } from "@/lib/people/members/leave";
import { removeMember } from "@/lib/people/members/remove";
import { setRole } from "@/lib/people/members/set-role";
import { createOwnOrganisation } from "@/lib/people/organisations/create-own";
import { createAccount, withSignUp } from "@/tests/support/accounts";
import { createOrganisation, FixedClock, keyActor, makeContext } from "@/tests/support/context";

/** An organisation with five renames on five days. */
async function withTrail() {
  const organisation = await createOrganisation();
  const clock = new FixedClock(new Date("2026-03-01T12:00:00Z"));
  const ctx = await makeContext({ actor: organisation.member.owner, clock });
  for (let day = 1; day <= 5; day++) {
    const data = { to: `=name ${day}, "quoted"` };
    await recordAudit(ctx, {
      ...{ organisationId: organisation.id, targetId: `target-${day}`, data },
      action: day === 5 ? "key.create" : "organisation.rename",
    });
    clock.advance(86_400_000);
  }
  return { ctx, organisation, organisationId: organisation.id };
}

describe("the audit log", () => {
  it("is read page by page, newest first, with the address of the actor", async () => {
    const { ctx, organisationId } = await withTrail();
    const first = await listAuditEvents(ctx, { organisationId, limit: 3 });
    expect(first.items.map(({ targetId }) => targetId)).toEqual(["target-5", "target-4", "target-3"]);
    expect(first.items[0]).toMatchObject({ actorKind: "member", actorEmail: `owner@${organisationId}.example` });
    const second = await listAuditEvents(ctx, { organisationId, limit: 3, before: first.nextCursor ?? "" });
    expect(second.items.map(({ targetId }) => targetId)).toEqual(["target-2", "target-1"]);
    expect(second.nextCursor).toBeNull();
  });

  it("is filtered by action, by actor or target, and by days; pages of a filter stay in it", async () => {
    const { ctx, organisation, organisationId } = await withTrail();
    const targets = async (filter: object) =>
      (await listAuditEvents(ctx, { organisationId, limit: 10, ...filter })).items.map(({ targetId }) => targetId);
    expect(await targets({ actions: ["key.create"] })).toEqual(["target-5"]);
    expect(await targets({ about: "target-2" })).toEqual(["target-2"]);
    expect(await targets({ about: ctx.actor.id })).toHaveLength(5);
    expect(await targets({ who: ctx.actor.id })).toHaveLength(5);
    expect(await targets({ who: organisation.member.viewer.id })).toEqual([]);
    expect(await targets({ about: `Owner@${organisationId}.example` })).toHaveLength(5);
    expect(await targets({ about: "OWNER@" })).toHaveLength(5);
    expect(await targets({ about: "owner_" })).toEqual([]);
    expect(await targets({ about: `viewer@${organisationId}.example` })).toEqual([]);
    expect(await targets({ from: "2026-03-02", until: "2026-03-03" })).toEqual(["target-3", "target-2"]);
    const filter = { organisationId, about: ctx.actor.id, limit: 2 };
    const first = await listAuditEvents(ctx, filter);
    const second = await listAuditEvents(ctx, { ...filter, before: first.nextCursor ?? "" });
    expect(second.items.map(({ targetId }) => targetId)).toEqual(["target-3", "target-2"]);
  });

  it("names the founder of the organisation and those who joined it, and finds them by their address after they have left", async () => {
    const [founder, guest] = [await createAccount(), await createAccount()];
    const { id: organisationId } = await withSignUp(founder.ctx, true, () =>
      createOwnOrganisation(founder.ctx, { name: "Harbour" }),
    );
    const memberOf = async ({ userId, ctx }: typeof founder, role: "owner" | "admin") => {
      const { id } = await ctx.db.member.findFirstOrThrow({ where: { organisationId, userId } });
      return makeContext({ actor: { kind: "member", id, organisationId, role } });
    };
    const owner = await memberOf(founder, "owner");
    const { id: invitationId } = await createInvitation(owner, { organisationId, email: guest.email, role: "admin" });
    await acceptInvitation(guest.ctx, { invitationId });
    const admin = await memberOf(guest, "admin");
    await recordAudit(admin, { organisationId, action: "database.create", targetId: "db_theirs" });
    const entries = async (about?: string) =>
      (await listAuditEvents(owner, { organisationId, limit: 20, ...(about && { about }) })).items
        .map(({ action, actorEmail }) => `${action} by ${actorEmail}`)
        .sort();
    const joined = [
      `database.create by ${guest.email}`,
      `invitation.accept by ${guest.email}`,
      `invitation.create by ${founder.email}`,
    ];
    expect(await entries()).toEqual([...joined, `organisation.create by ${founder.email}`]);
    expect(await entries(guest.email.toUpperCase())).toEqual(joined);
    await removeMember(owner, { organisationId, member: admin.actor.id });
    expect(await entries(guest.email)).toEqual([...joined, `member.remove by ${founder.email}`]);
    expect(await exportAuditEvents(owner, { organisationId, format: "csv", about: guest.email })).toContain(
      "db_theirs",
    );

    const again = await createInvitation(owner, { organisationId, email: guest.email, role: "admin" });
    await acceptInvitation(guest.ctx, { invitationId: again.id });
    const heir = await memberOf(guest, "admin");
    await setRole(owner, { organisationId, memberId: heir.actor.id, role: "owner" });
    await leaveOrganisation(owner, { organisationId });
    const { items } = await listAuditEvents(heir, { organisationId, actions: ["member.leave"], limit: 1 });
    expect(items).toMatchObject([{ actorEmail: founder.email }]);
  });

  it("finds nothing by the address of another organisation's member", async () => {
    const [own, other] = [await withTrail(), await withTrail()];
    const targetId = other.organisation.member.viewer.id;
    await recordAudit(own.ctx, { organisationId: own.organisationId, action: "member.remove", targetId });
    const about = `viewer@${other.organisationId}.example`;
    const { items } = await listAuditEvents(own.ctx, { organisationId: own.organisationId, about, limit: 5 });
    expect(items).toEqual([]);
  });

  it("tells the work of schedules from the operator's", async () => {
    const { ctx, organisationId } = await withTrail();
    for (const id of ["worker", "command-line"]) {
      const actor = { kind: "operator", id } as const;
      await recordAudit(await makeContext({ actor }), { organisationId, action: "restore_point.delete", targetId: id });
    }
    const { items } = await listAuditEvents(ctx, { organisationId, actions: ["restore_point.delete"], limit: 5 });
    expect(Object.fromEntries(items.map(({ targetId, actorKind }) => [targetId, actorKind]))).toEqual({
      ...{ worker: "service", "command-line": "operator" },
    });
  });

  it("TI-06: takes no cursor of another list, another organisation, or nobody's", async () => {
    const [own, other] = [await withTrail(), await withTrail()];
    const page = await listAuditEvents(other.ctx, { organisationId: other.organisationId, limit: 1 });
    for (const before of [page.nextCursor ?? "", "x~y", ""]) {
      const refused = listAuditEvents(own.ctx, { organisationId: own.organisationId, limit: 1, before });
      await expect(refused).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  it("is exported as JSON and as CSV, in which nothing is a formula", async () => {
    const { ctx, organisationId } = await withTrail();
    const json = JSON.parse(await exportAuditEvents(ctx, { organisationId, format: "json" }));
    expect(json).toHaveLength(5);
    const { items } = await listAuditEvents(ctx, { organisationId, actions: ["audit.export"], limit: 5 });
    expect(items).toMatchObject([{ targetId: organisationId, data: { format: "json", entries: json.length } }]);
    const csv = await exportAuditEvents(ctx, { organisationId, format: "csv", about: "target-1" });
    const [header, row] = csv.split("\r\n");
    expect(header).toBe("createdAt,action,actorKind,actorId,actorEmail,actorName,targetId,address,requestId,data");
    expect(row).toContain('"{""to"":""=name 1, \\""quoted\\""""}"');
    await recordAudit(ctx, { organisationId, action: "key.create", targetId: "=HYPERLINK(1)" });
    const formula = await exportAuditEvents(ctx, { organisationId, format: "csv", about: "=HYPERLINK(1)" });
    expect(formula).toContain(",'=HYPERLINK(1),");
  });

  it("is for owners and admins; strangers find nothing", async () => {
    const { ctx, organisation, organisationId } = await withTrail();
    const read = async (actor: typeof ctx.actor) => {
      const reader = await makeContext({ actor });
      const filter = { organisationId, format: "json" } as const;
      return [listAuditEvents(reader, { organisationId, limit: 1 }), exportAuditEvents(reader, filter)];
    };
    const { owner, admin, developer, viewer } = organisation.member;
    for (const actor of [owner, admin]) for (const answer of await read(actor)) await answer;
    for (const actor of [developer, viewer, keyActor(owner)]) {
      for (const answer of await read(actor))
        await expect(answer).rejects.toMatchObject({ code: "missing_permission" });
    }
    for (const answer of await read((await createOrganisation()).member.owner)) {
      await expect(answer).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

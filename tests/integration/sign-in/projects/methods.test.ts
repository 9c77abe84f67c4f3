import { describe, expect, it } from "vitest";
import { removeProvider } from "@/lib/sign-in/projects/providers/remove";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { turnProvider } from "@/lib/sign-in/projects/providers/turn";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { listSigningKeys } from "@/lib/sign-in/tokens/list";
import { revokeSigningKeys } from "@/lib/sign-in/tokens/revoke";
import { rotateSigningKeys } from "@/lib/sign-in/tokens/rotate";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const GITHUB = { provider: "github", clientId: "Iv1.abc", clientSecret: "a-client-secret-4711" } as const;
const NO_METHODS = { methods: { password: false, magicLink: false, emailOtp: false, passkey: false } };

async function setUp() {
  const organisation = await createOrganisation();
  const { id: projectId } = await insertProject(organisation);
  const ctx = await makeContext({ actor: organisation.member.developer });
  return { organisation, ctx, address: { organisationId: organisation.id, projectId } };
}

const actionsOf = async ({ ctx, address }: Awaited<ReturnType<typeof setUp>>, prefix: string) => {
  const where = { targetId: address.projectId, action: { startsWith: prefix } };
  const rows = await ctx.db.auditEvent.findMany({ where, select: { action: true } });
  return rows.map(({ action }) => action).sort();
};

describe("the last way in", () => {
  it("is refused to be turned off, whether it is a method or a provider", async () => {
    const { ctx, address } = await setUp();
    const sentence = "No one could sign in any more.";
    await expect(updateSettings(ctx, { ...address, settings: NO_METHODS })).rejects.toThrow(sentence);
    await setProvider(ctx, { ...address, ...GITHUB });
    await updateSettings(ctx, { ...address, settings: NO_METHODS });
    await expect(turnProvider(ctx, { ...address, provider: "github", isEnabled: false })).rejects.toThrow(sentence);
    await expect(removeProvider(ctx, { ...address, provider: "github" })).rejects.toThrow(sentence);
    await expect(setProvider(ctx, { ...address, ...GITHUB, isEnabled: false })).rejects.toThrow(sentence);
    expect(await ctx.db.projectProvider.count({ where: { projectId: address.projectId, isEnabled: true } })).toBe(1);
    await updateSettings(ctx, { ...address, settings: { methods: { password: true } } });
    const off = await turnProvider(ctx, { ...address, provider: "github", isEnabled: false });
    expect(off).toMatchObject({ isEnabled: false, clientId: "Iv1.abc" });
    expect(await setProvider(ctx, { ...address, ...GITHUB })).toMatchObject({ isEnabled: false });
  });
});

describe("turning a provider on and off", () => {
  it("leaves a trace, and is refused to viewers, to strangers and while the project is suspended", async () => {
    const made = await setUp();
    const { ctx, organisation, address } = made;
    await setProvider(ctx, { ...address, ...GITHUB });
    const input = { ...address, provider: "github", isEnabled: false };
    const viewer = await makeContext({ actor: organisation.member.viewer });
    await expect(turnProvider(viewer, input)).rejects.toMatchObject({ code: "missing_permission" });
    const other = await createOrganisation();
    const stranger = await makeContext({ actor: other.member.owner });
    await expect(turnProvider(stranger, input)).rejects.toMatchObject({ code: "not_found" });
    const foreign = { ...input, organisationId: other.id };
    await expect(turnProvider(stranger, foreign)).rejects.toMatchObject({ code: "project_not_found" });
    await expect(turnProvider(ctx, { ...input, provider: "google" })).rejects.toMatchObject({ code: "not_found" });
    await turnProvider(ctx, input);
    await turnProvider(ctx, input);
    expect(await actionsOf(made, "project_provider.")).toEqual(["project_provider.set", "project_provider.set"]);
    await setProjectStatus(await makeContext(), { projectId: address.projectId, status: "suspended" });
    const on = turnProvider(ctx, { ...input, isEnabled: true });
    await expect(on).rejects.toMatchObject({ code: "project_suspended" });
  });
});

describe("signing keys", () => {
  it("are listed by members, rotated by developers and revoked by admins, with a trace of each", async () => {
    const made = await setUp();
    const { organisation, ctx, address } = made;
    const { projectId } = address;
    const as = async (role: keyof typeof organisation.member) => makeContext({ actor: organisation.member[role] });
    const forbidden = { code: "missing_permission" };
    await expect(rotateSigningKeys(await as("viewer"), { projectId, now: true })).rejects.toMatchObject(forbidden);
    await expect(revokeSigningKeys(ctx, { projectId })).rejects.toMatchObject(forbidden);
    expect(await rotateSigningKeys(ctx, { projectId, now: true })).toBe("published");
    expect(await listSigningKeys(await as("viewer"), { projectId })).toMatchObject([{ status: "next" }]);
    expect(await revokeSigningKeys(await as("admin"), { projectId })).toBe(1);
    expect(await listSigningKeys(await as("viewer"), { projectId })).toMatchObject([{ status: "revoked" }]);
    expect(await actionsOf(made, "signing_key.")).toEqual(["signing_key.revoke", "signing_key.rotate"]);
  });

  it("are not found by strangers, and stay as they are while the project is suspended", async () => {
    const { ctx, organisation, address } = await setUp();
    const { projectId } = address;
    const stranger = await makeContext({ actor: (await createOrganisation()).member.owner });
    for (const verb of [listSigningKeys, rotateSigningKeys, revokeSigningKeys]) {
      await expect(verb(stranger, { projectId })).rejects.toMatchObject({ code: "not_found" });
      await expect(verb(stranger, { projectId: "p_00000000000000000000" })).rejects.toMatchObject({
        code: "project_not_found",
      });
    }
    await setProjectStatus(await makeContext(), { projectId, status: "suspended" });
    const owner = await makeContext({ actor: organisation.member.owner });
    const suspended = { code: "project_suspended" };
    await expect(rotateSigningKeys(ctx, { projectId, now: true })).rejects.toMatchObject(suspended);
    await expect(revokeSigningKeys(owner, { projectId })).rejects.toMatchObject(suspended);
  });
});

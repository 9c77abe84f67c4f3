import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, fakeService, refusal, SESSION, USER } from "./fake-service";

const ACME = { id: "uorg_1", name: "Acme", slug: "acme", logo: null, metadata: null, createdAt: SESSION.createdAt };
const claims = (orgId: string | null) => {
  const payload = Buffer.from(JSON.stringify({ exp: 9_999_999_999, iat: 9_999_999_000, org_id: orgId }));
  return `e30.${payload.toString("base64url")}.c2ln`;
};

beforeEach(() => void vi.stubGlobal("location", { origin: "https://app.example.com" }));
afterEach(() => void vi.unstubAllGlobals());

/** A service that remembers which organization is active. */
function organizationService() {
  let active: string | null = null;
  const activate = (id: string | null, body: object) => {
    active = id;
    return answer(body);
  };
  const service = fakeService({
    "GET /get-session": () => answer({ session: { ...SESSION, activeOrganizationId: active }, user: USER }),
    "GET /token": () => answer({ token: claims(active) }),
    "POST /organization/create": () => activate(ACME.id, { ...ACME, members: [] }),
    "POST /organization/set-active": () => activate(null, ACME),
    "GET /organization/list": () => answer([ACME]),
    "GET /organization/get-full-organization": () => answer({ ...ACME, members: [], invitations: [] }),
    "GET /organization/list-members?organizationId=uorg_1&limit=2": () => answer({ members: [], total: 3 }),
    "GET /organization/get-full-organization?organizationId=uorg_1": () => answer({ ...ACME, members: [] }),
    "POST /organization/invite-member": () => refusal("INVITATION_LIMIT_REACHED", 403),
    "POST /organization/accept-invitation": () => activate(ACME.id, {}),
    "POST /organization/remove-member": () => answer({ member: {} }),
    "POST /organization/update": () => answer({ ...ACME, name: "Acme Ltd" }),
  });
  return { service, auth: service.connect() };
}

describe("organizations", () => {
  it("are created, listed and read", async () => {
    const { auth } = organizationService();
    const created = await auth.organizations.create({ name: "Acme", slug: "acme" });
    expect(created).toMatchObject({ ok: true, organization: { id: ACME.id } });
    expect(await auth.getSession()).toMatchObject({ activeOrganizationId: ACME.id });
    expect(await auth.organizations.list()).toEqual({ ok: true, organizations: [ACME] });
    expect(await auth.organizations.get()).toMatchObject({ ok: true, organization: { members: [] } });
  });

  it("are named by the next token after a change of the active one", async () => {
    const { auth } = organizationService();
    const orgOf = async () => {
      const result = await auth.getToken();
      const payload = result.ok ? (result.token.split(".")[1] ?? "") : "";
      return JSON.parse(Buffer.from(payload, "base64url").toString()).org_id;
    };
    await auth.organizations.acceptInvitation({ invitationId: "uinv_1" });
    expect(await orgOf()).toBe(ACME.id);
    await auth.organizations.setActive(null);
    expect(await orgOf()).toBeNull();
  });

  it("tell listeners of a change, and of no refusal", async () => {
    const { auth } = organizationService();
    const heard: string[] = [];
    const stop = auth.onChange((change) => heard.push(change));
    const refused = await auth.organizations.invite({ email: "grace@example.com", role: "member" });
    expect(refused).toMatchObject({ ok: false, code: "invitation_limit_reached" });
    expect(heard).toEqual([]);
    await auth.organizations.removeMember({ memberId: "umem_1" });
    expect(heard).toEqual(["updated"]);
    stop();
  });

  it("send the fields of the wire", async () => {
    const { auth, service } = organizationService();
    await auth.organizations.update({ organizationId: ACME.id, name: "Acme Ltd" });
    await auth.organizations.removeMember({ memberId: "umem_1", organizationId: ACME.id });
    expect(await auth.organizations.get({ organizationId: ACME.id })).toMatchObject({ ok: true });
    const page = await auth.organizations.listMembers({ organizationId: ACME.id, limit: 2 });
    expect(page).toEqual({ ok: true, members: [], total: 3 });
    const [update, removal] = service.seen;
    expect(update).toMatchObject({ body: { organizationId: ACME.id, data: { name: "Acme Ltd" } } });
    expect(removal).toMatchObject({ body: { memberIdOrEmail: "umem_1", organizationId: ACME.id } });
    expect(service.seen).toHaveLength(4);
  });
});

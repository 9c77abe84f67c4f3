import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ListSecurityEventsInput, listSecurityEvents } from "@/lib/sign-in/events/list";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { insertProject } from "@/tests/support/projects";

const APP = "http://localhost:4007";
const PASSWORD = "correct horse battery staple";

let server: InProcessServer;
beforeAll(async () => {
  server = await startInProcess({ variables: { CLIENT_ADDRESS_HEADER: "X-Client-Address" } });
});
afterAll(() => server.close());

/** A project, by whose wire a browser asks, and whose viewer then reads of the request. */
async function makeProject(settings: object = {}, scope: "read" | "read-write" = "read-write") {
  const organisation = await createOrganisation();
  const { id } = await insertProject(organisation, { settings: { allowedOrigins: [APP], ...settings } });
  const at = { organisationId: organisation.id, projectId: id };
  const operator = await makeContext();
  const key = await createPublicKey(operator, { ...at, name: "web", expiresAt: null, scope });
  const viewer = await makeContext({ actor: organisation.member.viewer });
  const address = `192.0.2.${randomInt(1, 250)}`;
  const send = async (path: string, body: object | string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.baseUrl}/v1/auth-tenant${path}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        "x-coppice-project-id": id,
        authorization: `Bearer ${key.secret}`,
        origin: APP,
        "x-client-address": address,
        ...headers,
      },
    });
    const { code } = (await response.json()) as { code?: string };
    return { code, requestId: response.headers.get("x-request-id") ?? "" };
  };
  const eventsOf = async (filter: object) =>
    (await listSecurityEvents(viewer, ListSecurityEventsInput.parse({ ...at, ...filter }))).items;
  /** Returns the record of the refused request, as kind and reason. */
  const refused = async (path: string, body: object | string, headers?: Record<string, string>) => {
    const { code, requestId } = await send(path, body, headers);
    const events = await eventsOf({ requestId, outcome: "refused" });
    return { code, told: events.map(({ kind, reason }) => `${kind} ${reason}`), events };
  };
  return { ...at, operator, send, refused, eventsOf };
}

const newEmail = () => `${randomUUID()}@example.com`;

describe("a refusal of the sign-in wire has one event with its true reason, under the request id of the answer", () => {
  it("for wrong and unknown passwords, and for text that is no address", async () => {
    const { send, refused } = await makeProject();
    const email = newEmail();
    await send("/sign-up/email", { name: "Ada", email, password: PASSWORD });
    const wrong = await refused("/sign-in/email", { email, password: "not the password" });
    expect(wrong).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD", told: ["session.sign_in wrong_password"] });
    const unknown = await refused("/sign-in/email", { email: newEmail(), password: PASSWORD });
    expect(unknown).toMatchObject({ code: wrong.code, told: ["session.sign_in unknown_user"] });
    const typed = await refused("/sign-in/email", { email: "ada", password: PASSWORD });
    expect(typed.told).toEqual(["session.sign_in invalid_email"]);
    expect((await refused("/sign-in/email", "{")).told).toEqual(["session.sign_in invalid_request"]);
  });

  it("for an origin and a redirect that are not allowed, with the address that was typed", async () => {
    const { refused } = await makeProject();
    const email = newEmail();
    const origin = await refused("/sign-in/email", { email, password: PASSWORD }, { origin: "https://evil.example" });
    expect(origin.told).toEqual(["session.sign_in origin_not_allowed"]);
    expect(origin.events[0]).toMatchObject({ email, data: { refused: "https://evil.example" } });
    const callbackURL = "https://evil.example/in?token=secret";
    const redirect = await refused("/sign-in/magic-link", { email, callbackURL });
    expect(redirect.told).toEqual(["sign_in.mail_request redirect_not_allowed"]);
    expect(redirect.events[0]).toMatchObject({ email, data: { refused: "https://evil.example/in" } });
  });

  it("for methods that are off, closed sign-up, weak passwords, read-only keys and suspended projects", async () => {
    const off = await makeProject({ methods: { password: false, magicLink: false, passkey: false, signUp: false } });
    const email = newEmail();
    const password = await off.refused("/sign-in/email", { email, password: PASSWORD });
    expect(password).toMatchObject({ told: ["session.sign_in method_disabled"], events: [{ email }] });
    const link = await off.refused("/sign-in/magic-link", { email });
    expect(link.told).toEqual(["sign_in.mail_request method_disabled"]);
    const signUp = await off.refused("/sign-up/email", { name: "Ada", email, password: PASSWORD });
    expect(signUp.told).toEqual(["user.sign_up sign_up_disabled"]);
    const on = await makeProject();
    expect((await on.refused("/sign-up/email", { name: "Ada", email, password: "short" })).told).toEqual([
      "user.sign_up password_rejected",
    ]);
    const reader = await makeProject({}, "read");
    expect((await reader.refused("/sign-in/email", { email, password: PASSWORD })).told).toEqual([
      "session.sign_in read_only_key",
    ]);
    await on.operator.db.project.update({ where: { id: on.projectId }, data: { status: "suspended" } });
    expect((await on.refused("/sign-in/email", { email, password: PASSWORD })).told).toEqual([
      "session.sign_in project_suspended",
    ]);
  });

  it("for limits: which one, until when, and for whom", async () => {
    const { refused } = await makeProject({
      limits: { wrongPerAccount: { limit: 2, windowSeconds: 600 }, signInPerAddress: { limit: 5, windowSeconds: 60 } },
    });
    const email = newEmail();
    const attempt = () => refused("/sign-in/email", { email, password: "not the password" });
    expect([await attempt(), await attempt()].map(({ told }) => told[0])).toEqual([
      "session.sign_in unknown_user",
      "session.sign_in unknown_user",
    ]);
    const locked = await attempt();
    expect(locked).toMatchObject({ code: "TOO_MANY_ATTEMPTS", told: ["session.sign_in too_many_wrong_passwords"] });
    expect(locked.events[0]?.data).toMatchObject({
      limit: "wrongPerAccount",
      until: expect.stringMatching(/^20\d\d-/),
    });
    await attempt();
    await attempt();
    const limited = await attempt();
    expect(limited).toMatchObject({ code: "TOO_MANY_REQUESTS", told: ["session.sign_in rate_limited"] });
    expect(limited.events[0]).toMatchObject({ email, data: { limit: "signInPerAddress" } });
  });

  it("for links, codes, passkeys and second factors that do not work", async () => {
    const { refused, send, operator, projectId } = await makeProject();
    const email = newEmail();
    expect((await refused("/magic-link/verify", { token: "unknown" })).told).toEqual(["session.sign_in no_such_link"]);
    await send("/sign-in/magic-link", { email });
    await operator.db.verification.updateMany({ where: { projectId, email }, data: { expiresAt: new Date(0) } });
    expect((await refused("/sign-in/email-otp", { email, otp: "12345" })).told).toEqual(["session.sign_in wrong_code"]);
    expect((await refused("/sign-in/email-otp", { email: newEmail(), otp: "123456" })).told).toEqual([
      "session.sign_in no_code",
    ]);
    expect((await refused("/two-factor/verify-totp", { code: "123456" })).told).toEqual([
      "session.second_factor challenge_expired",
    ]);
    const reset = { newPassword: PASSWORD, token: "unknown" };
    expect((await refused("/reset-password", reset)).told).toEqual(["password.reset no_such_link"]);
  });

  it("for public keys that are revoked, expired, of another project or made up, with the fault", async () => {
    const { refused, operator, projectId } = await makeProject();
    const other = await makeProject();
    const email = newEmail();
    const body = { email, password: PASSWORD };
    const elsewhere = await refused("/sign-in/email", body, { "x-coppice-project-id": other.projectId });
    expect(elsewhere).toMatchObject({ code: "INVALID_PUBLIC_KEY", told: [] });
    expect(await other.eventsOf({ reason: "invalid_public_key" })).toMatchObject([
      { kind: "session.sign_in", email, method: "password", data: { refused: "of-another-project" } },
    ]);
    const missing = await refused("/sign-in/email", body, { authorization: "" });
    expect(missing.events).toMatchObject([{ reason: "invalid_public_key", data: { refused: "missing" } }]);
    const where = { projectId, kind: "public" };
    await operator.db.projectKey.updateMany({ where, data: { expiresAt: new Date(0) } });
    const expired = await refused("/sign-in/email", body);
    expect(expired.events).toMatchObject([{ reason: "invalid_public_key", data: { refused: "expired" } }]);
    await operator.db.projectKey.updateMany({ where, data: { revokedAt: new Date() } });
    const revoked = await refused("/sign-in/email", body);
    expect(revoked).toMatchObject({ code: "INVALID_PUBLIC_KEY", events: [{ data: { refused: "revoked" } }] });
    const unknown = await refused("/sign-in/email", body, { "x-coppice-project-id": "p_00000000000000000000" });
    expect(unknown).toMatchObject({ code: "INVALID_PUBLIC_KEY", told: [] });
  });

  it("for public keys that are not valid, 120 a minute at most from all addresses together", async () => {
    const { send, eventsOf } = await makeProject();
    const wrong = { authorization: "Bearer made-up" };
    for (let count = 0; count < 130; count++) {
      await send("/sign-in/email", {}, { ...wrong, "x-client-address": `198.51.100.${count}` });
    }
    const events = await eventsOf({ reason: "invalid_public_key", limit: 1_000 });
    // A minute may end meanwhile, after which there is room for the last ten.
    expect(events.length).toBeGreaterThanOrEqual(120);
    expect(new Set(events.map(({ data }) => data?.refused))).toEqual(new Set(["not-a-public-key"]));
    expect(events.length).toBeLessThan(130);
  });

  it("and none for a visitor who has never signed in, nor more than an address may cause", async () => {
    const { refused, eventsOf, send } = await makeProject();
    const visitor = await refused("/revoke-sessions", {});
    expect(visitor).toMatchObject({ code: "UNAUTHORIZED", told: [] });
    for (let count = 0; count < 70; count++) await send("/sign-in/email", "{");
    expect((await eventsOf({ reason: "invalid_request", limit: 100 })).length).toBeLessThanOrEqual(60);
  });
});

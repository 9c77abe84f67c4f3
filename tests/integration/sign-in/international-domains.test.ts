import { expect, it } from "vitest";
import { listAuditEvents } from "@/lib/people/audit/list";
import { addMember } from "@/lib/people/members/add";
import { removeMember } from "@/lib/people/members/remove";
import { MemberEmail } from "@/lib/people/members/resource";
import { ListSecurityEventsInput, listSecurityEvents } from "@/lib/sign-in/events/list";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { SignUpInput, signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { removeSsoDomain } from "@/lib/sign-in/sso/domains/remove";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { profileOfClaims } from "@/lib/sign-in/sso/oidc/profile";
import { FindSsoQuery, findSsoForDomain } from "@/lib/sign-in/sso-domains/find";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { ownersOf } from "@/tests/support/project-members";
import { makeDirectory, newPerson } from "@/tests/support/scim";
import { makeUserContext, PASSWORD } from "@/tests/support/sign-in";
import { connect, makeSsoContext, operatorOf, proveDomain } from "@/tests/support/sso";
import { otherBrowser, send } from "@/tests/support/test-browser";
import { ndjson, takeFile } from "@/tests/support/user-imports";

const TYPED = "ada@bücher.example";
const STORED = "ada@xn--bcher-kva.example";

it("SI-L11, 3.1: a person is one user, however their domain is written", async () => {
  const ctx = await makeUserContext();
  const signUp = SignUpInput.parse({ name: "Ada", email: TYPED, password: PASSWORD });
  expect(await send(ctx, signUpWithPassword, signUp)).toMatchObject({ user: { email: STORED } });
  for (const email of [TYPED, STORED, "ADA@BÜCHER.example"]) {
    const done = await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    expect(done).toMatchObject({ user: { email: STORED } });
  }
  const { address, member } = await ownersOf(ctx);
  const developer = await member("developer");
  const projectId = ctx.project.id;
  for (const search of [TYPED, STORED]) {
    const input = { ...ListUsersInput.parse({ search }), projectId };
    expect((await listUsersByOwner(developer, input)).items).toMatchObject([{ email: STORED }]);
  }
  expect(await findUserByOwner(developer, { projectId }, TYPED)).toMatchObject({ projectId });
  const events = await listSecurityEvents(developer, ListSecurityEventsInput.parse({ ...address, email: TYPED }));
  expect(events.items.length).toBeGreaterThan(0);
  const file = ndjson([{ email: "Ada@BÜCHER.example" }, { email: "bo@bücher.example" }]);
  expect(await takeFile(await member("admin"), projectId, file)).toMatchObject({ created: 1, skipped: 1, refused: 0 });
});

it("SI-L11, 3.1: a company's domain is one domain, however it is written", async () => {
  const ctx = await makeSsoContext();
  const { connection } = await connect(ctx, { domain: "xn--bcher-kva.example" });
  const address = { projectId: ctx.project.id, connectionId: connection.id };
  const { domains } = await addSsoDomain(operatorOf(ctx), { ...address, domain: "bücher.example" });
  expect(domains).toMatchObject([{ domain: "xn--bcher-kva.example" }]);
  for (const domain of ["bücher.example", "BÜCHER.example", "xn--bcher-kva.example"]) {
    const found = await findSsoForDomain(ctx, FindSsoQuery.parse({ domain }));
    expect(found.connection?.id).toBe(connection.id);
  }
  const verified = { ...address, domain: "BÜCHER.example" };
  expect(await verifySsoDomain(operatorOf(ctx), verified)).toMatchObject({ domain: "xn--bcher-kva.example" });
  await addSsoDomain(operatorOf(ctx), { ...address, domain: "straße.example" });
  const left = await removeSsoDomain(operatorOf(ctx), { ...address, domain: "straße.example" });
  expect(left.domains).toMatchObject([{ domain: "xn--bcher-kva.example" }]);
});

it("3.1: a directory has one user of an address, and finds it by each spelling of its domain", async () => {
  const { server, ctx, connection, ask } = await makeDirectory();
  try {
    await proveDomain(ctx, connection.id, "xn--bcher-kva.example");
    const person = newPerson({ userName: "ada", emails: [{ value: TYPED, primary: true }] });
    expect(await ask("POST", "/Users", person)).toMatchObject({ status: 201 });
    const again = newPerson({ userName: "ada2", emails: [{ value: STORED, primary: true }] });
    expect(await ask("POST", "/Users", again)).toMatchObject({ status: 409 });
    for (const filter of [
      `emails.value eq "${TYPED}"`,
      `emails[type eq "work"].value eq "${STORED}"`,
      `emails.value ew "@BÜCHER.example"`,
      `emails.value ew "bücher.example"`,
    ]) {
      const found = await ask("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, found.json.totalResults]).toEqual([filter, 1]);
    }
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id, email: STORED } })).toBe(1);
  } finally {
    await server.close();
  }
});

it("3.1: a Workspace account belongs to its domain in each spelling", () => {
  const connection = { clientId: "app", custom: { issuer: "https://accounts.google.com" } } as const;
  for (const [email, hd] of [
    [STORED, "bücher.example"],
    [TYPED, "xn--bcher-kva.example"],
  ] as const) {
    const profile = { subject: "1", email, isEmailVerified: true, name: "Ada", image: null };
    const claims = { hd, email_verified: true };
    const read = profileOfClaims(profile as never, { claims, signed: {} }, connection as never);
    expect(read).toMatchObject({ subject: "1" });
    expect(() =>
      profileOfClaims(profile as never, { claims: { hd: "shop.example" }, signed: {} }, connection as never),
    ).toThrow();
  }
});

it("3.1: a member is found by each spelling of their address", async () => {
  const { id: organisationId } = await createOrganisation();
  const ctx = await makeContext();
  const email = `Eva-${organisationId}@BÜCHER.example`;
  const added = await addMember(ctx, { organisationId, email: MemberEmail.parse(email), role: "developer" });
  for (const about of [email, email.slice(2).toLowerCase(), `@${STORED.split("@")[1]}`, "bücher.example"]) {
    const { items } = await listAuditEvents(ctx, { organisationId, about, limit: 10 });
    expect([about, items.map(({ action }) => action)]).toEqual([about, ["member.add"]]);
  }
  const { items } = await listAuditEvents(ctx, { organisationId, about: email.replace("-", "_"), limit: 10 });
  expect(items).toEqual([]);
  expect(await removeMember(ctx, { organisationId, member: email })).toMatchObject({ id: added.id });
});

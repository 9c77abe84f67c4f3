import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { DASHBOARD_LIMITS } from "@/lib/core/rate-limits";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { DiskObjectStore } from "@/lib/infra/object-store/disk-object-store";
import { createKey } from "@/lib/people/api-keys/create";
import { createInvitation } from "@/lib/people/invitations/create";
import { submitAbuseReport } from "@/lib/services/abuse-reports/submit";
import { createBucket } from "@/lib/services/storage/buckets/create";
import { putObject } from "@/lib/services/storage/uploads/put";
import { setSenderDomain } from "@/lib/sign-in/mail/sender/set-domain";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createProject } from "@/lib/sign-in/projects/create";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { createTestToken } from "@/lib/sign-in/test-tokens/create";
import { inviteUser } from "@/lib/sign-in/user-invitations/invite";
import { addMemberByOwner } from "@/lib/sign-in/user-organisations/add-member-by-owner";
import { createOrganisationByOwner } from "@/lib/sign-in/user-organisations/create-by-owner";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { sendTestWebhook } from "@/lib/sign-in/webhooks/send-test";
import { listSessions } from "@/lib/sql/activity/list-sessions";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { createCollection } from "@/lib/sql/documents/create-collection";
import { createSavedQuery } from "@/lib/sql/saved-queries/create";
import { dashboardProjectId, insertMember, makeContext, random, type TestOrganisation } from "@/tests/support/context";
import { type DashboardService, listServerActions, openDashboard } from "@/tests/support/dashboard-service";
import { signInAs } from "@/tests/support/dashboard-session";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { noteChanges } from "@/tests/support/noted-changes";
import { RedisServer } from "@/tests/support/redis-server";
import { makeIdentityProvider, metadataOf } from "@/tests/support/saml-identity-provider";
import { ndjson, takeFile } from "@/tests/support/user-imports";
import { type ActionCase, type ActionTarget, actionCases, actionOf } from "./action-cases";
import { argumentsOf, hostileCallsOf } from "./hostile-calls";

const actions = listServerActions();
const CASES = Object.entries(actionCases({} as ActionTarget));
const NAMED = CASES.filter(([, { isOfAccount }]) => !isOfAccount);
/** The verb that deletes an organisation asks for its name itself. */
const TYPED = CASES.filter(([name, { form }]) => form && "confirmation" in form && name !== "remove");
const OF_OPERATORS = CASES.filter(([, { isOfOperator }]) => isOfOperator);
/** The addresses of operators; each actor who is one takes an address. */
const unusedOperators = Array.from({ length: 40 }, (_, place) => `operator-${place}@operators.example`);
const ELSEWHERE = "http://evil.example";

let service: HostingService;
/** Counts the calls of members and organisations, anew for each test: limits would refuse most of them. */
let redis: RedisServer;
let dashboard: DashboardService;
let own: Fixture;
let neighbour: Fixture;
let rowsBefore: string[];

/** A header that is `undefined` is not sent. */
type Headers = Record<string, string | undefined>;

interface Fixture {
  organisation: TestOrganisation;
  target: Omit<ActionTarget, "email" | "ownInvitationId">;
  connectionString: string;
}

/** Somebody who acts, with their own things. */
interface Actor {
  headers: Headers;
  email: string;
  ownInvitationId: string;
}

beforeAll(async () => {
  service = await openHostingService();
  await noteChanges(service.db);
  redis = await RedisServer.start();
  [own, neighbour] = [await makeFixture(), await makeFixture()];
  rowsBefore = [await customerRows(own), await customerRows(neighbour)];
  dashboard = await openDashboard(service, {
    COPPICE_OPERATORS: unusedOperators.join(),
    COPPICE_ROLES: "web,functions",
    REDIS_URL: redis.url,
  });
});

beforeEach(() => redis.run((client) => client.flushall()));

afterAll(async () => {
  await dashboard?.close();
  await redis.stop();
  await service.close();
});

/** An organisation with one of everything that an action can name. */
async function makeFixture(): Promise<Fixture> {
  const organisation = await service.organisation();
  const { owner, developer } = organisation.member;
  const organisationId = organisation.id;
  await service.db.organisation.update({ where: { id: organisationId }, data: { functions: true } });
  const databaseId = await createReadyDatabase(service, owner, "main");
  const ctx = await service.context(owner);
  const { connectionString } = await revealConnectionString(ctx, { databaseId });
  await createCollection(ctx, { databaseId, name: "kept" });
  const documentId = await asCustomer(connectionString, async (client) => {
    await client.query("CREATE TABLE items (id int PRIMARY KEY, name text); INSERT INTO items VALUES (1, 'one')");
    const { rows } = await client.query(`INSERT INTO documents.kept (document) VALUES ('{"a":1}') RETURNING id`);
    return rows[0].id as string;
  });
  const table = { schema: "public", name: "items" };
  const change = { kind: "insert" as const, table, values: { id: "2", name: "two" } };
  const { changeId } = await applyRowChanges(ctx, { databaseId, changes: [change] });
  const query = await createSavedQuery(ctx, { databaseId, name: "salaries", text: "select 1" });
  const invited = { organisationId, email: `invited@${organisationId}.example`, role: "viewer" } as const;
  const invitation = await createInvitation(ctx, invited);
  const forMember = { organisationId, memberId: developer.id, name: "k", readOnly: true, databaseId: null };
  const key = await createKey(await service.context(developer), { ...forMember, expiresAt: null });
  const ids = { invitationId: invitation.id, keyId: key.id, queryId: query.id, changeId, documentId };
  const projects = await makeProject(ctx, organisationId);
  const own = { projectId: await dashboardProjectId(service.db), organisationId };
  const ownSso = await insertConnections(ctx, own, `${organisationId.slice(4)}.example`);
  const session = await openBusySession(ctx, databaseId, connectionString);
  const target = { organisationId, databaseId, memberId: developer.id, session, ...ids, ...projects, ownSso };
  return { organisation, target, connectionString };
}

async function makeProject(ctx: Context, organisationId: string) {
  const settings = { methods: { testTokens: true } };
  const { id: projectId } = await createProject(ctx, { organisationId, name: "shop", settings });
  const forProject = { organisationId, projectId, name: "k", scope: "read-write", expiresAt: null } as const;
  const { id: projectKeyId } = await createPublicKey(ctx, forProject);
  const robot = { projectId, email: "robot@example.com", ttlSeconds: 3_600 };
  const { id: testTokenId } = await createTestToken(ctx, robot);
  const bounced = { projectId, address: "gone@example.com", code: "5.1.1", reason: "550 5.1.1 no such user" };
  await service.db.bouncingAddress.create({ data: { ...bounced, createdAt: ctx.clock.now() } });
  // Its key can be rotated once it is verified, which one project of a domain is.
  await setSenderDomain(ctx, { organisationId, projectId, domain: `${projectId.replace("_", "-")}.example` });
  await service.db.senderDomain.update({ where: { projectId }, data: { verifiedAt: new Date() } });
  const { id: endpointId } = await createWebhook(ctx, {
    organisationId,
    projectId,
    url: "https://93.184.216.34/hooks",
  });
  const webhook = { endpointId, ...(await sendTestWebhook(ctx, { organisationId, projectId, endpointId })) };
  const userOrganisation = await makeUserOrganisation(ctx, projectId);
  const sso = await makeConnections(ctx, projectId);
  const invited = { projectId, email: "invited@example.com", locale: "en" } as const;
  const { id: userInvitationId } = await inviteUser(ctx, invited);
  const { id: deletedProjectId } = await createProject(ctx, { organisationId, name: "deleted" });
  await deleteProject(ctx, { organisationId, projectId: deletedProjectId });
  const deletedDatabaseId = await createReadyDatabase(service, ctx.actor, "deleted");
  await deleteDatabase({ ...ctx, deletedDatabaseDays: 7 }, { databaseId: deletedDatabaseId });
  const report = { severity: "spam", description: "Unwanted mail.", projectId } as const;
  const { id: reportId } = await submitAbuseReport(ctx, report);
  const { id: userImportId } = await takeFile(ctx, projectId, ndjson([{ email: "moved@example.com" }]), {
    isDryRun: true,
  });
  const user = await makeUser(projectId);
  const storage = await makeBuckets(ctx, projectId);
  return {
    projectId,
    deletedProjectId,
    deletedDatabaseId,
    projectKeyId,
    testTokenId,
    webhook,
    sso,
    userOrganisation,
    userInvitationId,
    userImportId,
    reportId,
    storage,
    ...user,
  };
}

/** A connection of each protocol, of which one has a verified domain. */
async function makeConnections(ctx: Context, projectId: string) {
  const made = await insertConnections(ctx, { projectId }, "acme.example");
  const { id: tokenId } = await createScimToken(ctx, { projectId, connectionId: made.connectionId });
  return { ...made, tokenId };
}

async function insertConnections(ctx: Context, owner: { projectId: string; organisationId?: string }, domain: string) {
  const { projectId } = owner;
  const [connectionId, oidcConnectionId] = [createId("ssoConnection", random), createId("ssoConnection", random)];
  const made = { ...owner, name: "Acme", createdBy: "test", createdAt: new Date(), updatedAt: new Date() };
  const idp = await makeIdentityProvider();
  const key = { certificate: idp.certificate, privateKey: "sealed" };
  await ctx.db.ssoConnection.create({ data: { ...made, ...key, id: connectionId, protocol: "saml" } });
  const client = {
    issuer: "https://login.acme.example",
    clientId: "client",
    clientSecret: "sealed",
    scopes: ["openid"],
  };
  await ctx.db.ssoConnection.create({ data: { ...made, ...client, id: oidcConnectionId, protocol: "oidc" } });
  const proven = { domain, proof: "proof", createdAt: new Date(), verifiedAt: new Date() };
  await ctx.db.ssoDomain.create({ data: { connectionId, projectId, ...proven } });
  return { connectionId, oidcConnectionId, domain, metadata: metadataOf(idp) };
}

/** A bucket with objects, and one without. */
async function makeBuckets(ctx: Context, projectId: string) {
  const [{ id: bucketId }, { id: emptyBucketId }] = [
    await createBucket(ctx, { projectId, name: "files" }),
    await createBucket(ctx, { projectId, name: "empty" }),
  ];
  const objects = new DiskObjectStore(await mkdtemp(join(tmpdir(), "objects-")));
  const storing = { ...(await makeContext({ actor: ctx.actor })), ...(await service.context(ctx.actor)), objects };
  const headers = new Headers({ "content-type": "text/plain" });
  for (const key of ["a.txt", "b.txt", "folder/c.txt"]) {
    await putObject(storing, { projectId, bucket: bucketId, key, rawBody: new TextEncoder().encode(key), headers });
  }
  return { bucketId, emptyBucketId };
}

async function makeUserOrganisation(ctx: Context, projectId: string) {
  const createUserOf = async (email: string) => {
    const now = ctx.clock.now();
    const row = { id: createId("user", random), projectId, email, name: "Ada", createdAt: now, updatedAt: now };
    return (await ctx.db.user.create({ data: row })).id;
  };
  const [ownerId, userId] = [await createUserOf("first@example.com"), await createUserOf("second@example.com")];
  await createUserOf("third@example.com");
  const { id } = await createOrganisationByOwner(ctx, { projectId, name: "Acme", slug: "acme", ownerId });
  const address = { projectId, userOrganisationId: id };
  const { id: memberId } = await addMemberByOwner(ctx, { ...address, userId, role: "member" });
  const invitationId = createId("userOrganisationInvitation", random);
  const invited = { projectId, organisationId: id, email: "fourth@example.com", role: "member", inviterId: ownerId };
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  await ctx.db.userOrganisationInvitation.create({ data: { id: invitationId, ...invited, createdAt, expiresAt } });
  return { userOrganisationId: id, memberId, invitationId };
}

/** A user with a password, a session, a passkey and two-step verification. */
async function makeUser(projectId: string) {
  const [userId, sessionId, passkeyId] = [
    createId("user", random),
    createId("session", random),
    createId("passkey", random),
  ];
  const theirs = { projectId, userId };
  const { db } = service;
  await db.user.create({ data: { id: userId, projectId, email: "ada@example.com", name: "Ada" } });
  const account = { id: createId("account", random), providerId: "credential", accountId: userId, passwordHash: "x" };
  await db.account.create({ data: { ...theirs, ...account } });
  const tokenHash = random.bytes(32);
  await db.session.create({ data: { ...theirs, id: sessionId, tokenHash, expiresAt: new Date("2100-01-01") } });
  const passkey = { credentialId: passkeyId, publicKey: random.bytes(32), deviceType: "multiDevice", isBackedUp: true };
  await db.passkey.create({
    data: { ...theirs, ...passkey, id: passkeyId, transports: [], aaguid: "", rpId: "shop.example" },
  });
  await db.twoFactor.create({ data: { ...theirs, secret: "sealed", enabledAt: new Date() } });
  return { userId, sessionId, passkeyId };
}

/** A session of an app that runs a statement until it is cancelled. */
async function openBusySession(ctx: Context, databaseId: string, connectionString: string) {
  const client = new pg.Client({ connectionString, application_name: "busy" });
  client.on("error", () => undefined);
  await client.connect();
  client.query("SELECT pg_sleep(3600)").catch(() => undefined);
  const find = async () =>
    (await listSessions(ctx, { databaseId })).find(
      ({ applicationName, state }) => applicationName === "busy" && state === "active",
    );
  const busy = await vi.waitUntil(find, { interval: 20, timeout: 60_000 });
  return { pid: busy.pid, startedAt: busy.startedAt };
}

/** A further member of one's own organisation, whose uses are counted alone, and an invitation if the action needs one. */
async function newActor(name: string, role: "owner" | "viewer" = "owner", of: Fixture = own): Promise<Actor> {
  const organisationId = of.organisation.id;
  const { isOfOperator } = actionCases({} as ActionTarget)[name] ?? {};
  const ofOperator = isOfOperator && role === "owner" ? unusedOperators.shift() : undefined;
  const email = ofOperator ?? `${createId("request", random)}@${organisationId}.example`;
  const memberId = await insertMember(service.db, { organisationId, email, role });
  const { cookie } = await signInAs(dashboard.runtime, service.db, memberId);
  const invite = async () => {
    const input = { organisationId: neighbour.organisation.id, email, role: "viewer" } as const;
    return (await createInvitation(await service.context(neighbour.organisation.member.owner), input)).id;
  };
  return { headers: { cookie }, email, ownInvitationId: name === "answerInvitation" ? await invite() : "" };
}

function actionNamed(name: string) {
  const action = actions.find((each) => each.name === actionOf(name));
  if (!action) throw new Error(`There is no action ${name}.`);
  return action;
}

function caseOf(name: string, fixture: Fixture, { email, ownInvitationId }: Actor): ActionCase {
  const found = actionCases({ ...fixture.target, email, ownInvitationId })[name];
  if (!found) throw new Error(`There is no case of ${name}.`);
  return found;
}

/** Returns the call with one's own organisation, in place of any that it names. */
function inOwnOrganisation(chosen: ActionCase): ActionCase {
  return chosen.isOfAccount ? chosen : { ...chosen, given: chosen.given.with(0, own.organisation.id) };
}

const call = (name: string, given: readonly unknown[], headers: Headers) =>
  dashboard.call(actionNamed(name), given, headers);

const NOT_FOUND = { status: 404, redirect: null, value: undefined };

function refusedWith(message: unknown) {
  return { status: 200, redirect: null, value: { isDone: false, message } };
}

const SENTENCE = expect.stringMatching(/^(?!At most)[A-Z"].+\.$/);
const REFUSED = refusedWith(SENTENCE);

/** Returns the answer without the fields that it refuses, each of which has a sentence. */
function withoutDetails<Answer extends { value: unknown }>(answer: Answer): Answer {
  if (typeof answer.value !== "object" || answer.value === null || !("details" in answer.value)) return answer;
  const { details, ...value } = answer.value;
  expect(details).toEqual((details as unknown[]).map(() => ({ path: expect.any(String), message: SENTENCE })));
  return { ...answer, value };
}

/** Returns the number of changes of rows that the control plane has seen, by table. */
async function controlPlane(): Promise<Record<string, number>> {
  const rows = await service.db.$queryRaw<{ table: string; count: number }[]>`
    select "table", count(*)::int as count from seen.change group by "table"`;
  return Object.fromEntries(rows.map(({ table, count }) => [table, count]));
}

/** A checksum of a customer's data in the database. */
async function customerRows({ connectionString }: Fixture): Promise<string> {
  const { rows } = await asCustomer(connectionString, (client) =>
    client.query(`select md5(string_agg(t::text, ',')) as sum from (
      select i::text from items i union all select d::text from documents.kept d
      union all select col_description('documents.kept'::regclass, 2) order by 1) t`),
  );
  return rows[0].sum;
}

it("every action of the build is called here", () => {
  const called = new Set(CASES.map(([name]) => actionOf(name)));
  expect(actions.map(({ name }) => name).toSorted()).toEqual([...called].toSorted());
});

describe.each(CASES)("%s", (name, { isUnaddressed, isOfAccount }) => {
  const variants: [string, () => Fixture][] = [
    ["own", () => own],
    ["a neighbour's", () => neighbour],
  ];
  it.each(variants.slice(0, isUnaddressed || isOfAccount ? 1 : 2))(
    "TI-02, HT-05, HT-10: changes nothing for arguments of the wrong kind beside ids that are %s",
    async (_, of) => {
      const actor = await newActor(name);
      const all = hostileCallsOf(inOwnOrganisation(caseOf(name, of(), actor)));
      // Beside a neighbour's ids, a call that names no organisation is the same again, as is any other refused value.
      const calls = of() === own ? all : all.filter(({ isOfOrganisation, isWider }) => isWider && !isOfOrganisation);
      const before = await controlPlane();
      const answers = await Promise.all(calls.map(({ given }) => call(name, given, actor.headers)));
      const expected = calls.map(({ isOfOrganisation }) => (isOfOrganisation ? NOT_FOUND : REFUSED));
      expect(calls.map(({ kind }, index) => [kind, answers[index] && withoutDetails(answers[index])])).toEqual(
        calls.map(({ kind }, index) => [kind, expected[index]]),
      );
      expect(await controlPlane()).toEqual(before);
    },
  );

  it("CS-01: changes nothing for a request that no page of this service sent", async () => {
    const actor = await newActor(name);
    const given = argumentsOf(caseOf(name, own, actor));
    const before = await controlPlane();
    const ask = (headers: Headers) => call(name, given, { ...actor.headers, ...headers });
    const refused = refusedWith("The request didn't come from a page of this service.");
    expect(await ask({ origin: undefined })).toEqual(refused);
    expect(await ask({ origin: ELSEWHERE, "x-forwarded-host": new URL(ELSEWHERE).host })).toEqual(refused);
    expect(await ask({ origin: "null", "x-forwarded-host": "null" })).toEqual(refused);
    expect(await ask({ "sec-fetch-site": "same-site" })).toEqual(refused);
    // Next itself refuses an origin that differs from the host, before the action runs.
    expect(await ask({ origin: ELSEWHERE })).toMatchObject({ status: 500, redirect: null });
    expect(await controlPlane()).toEqual(before);
  });
});

describe.each(OF_OPERATORS)("%s", (name) => {
  it("AD-01: is not found for those who aren't operators", async () => {
    const actor = await newActor(name, "viewer");
    const before = await controlPlane();
    expect(await call(name, argumentsOf(caseOf(name, own, actor)), actor.headers)).toEqual(NOT_FOUND);
    expect(await controlPlane()).toEqual(before);
  });
});

describe.each(NAMED)("%s", (name, { isUnaddressed, isForViewers }) => {
  it("TI-02: is not found for a stranger, and not done to a neighbour's things", async () => {
    const actor = await newActor(name);
    const theirs = caseOf(name, neighbour, actor);
    const before = await controlPlane();
    expect(await call(name, argumentsOf(theirs), actor.headers)).toEqual(NOT_FOUND);
    if (!isUnaddressed) {
      expect(await call(name, argumentsOf(inOwnOrganisation(theirs)), actor.headers)).toEqual(REFUSED);
    }
    expect(await controlPlane()).toEqual(before);
  });

  if (isForViewers) return;
  it("is refused to a viewer", async () => {
    const actor = await newActor(name, "viewer");
    const before = await controlPlane();
    expect(await call(name, argumentsOf(caseOf(name, own, actor)), actor.headers)).toEqual(REFUSED);
    expect(await controlPlane()).toEqual(before);
  });
});

it("a member's actions are counted, and theirs alone", async () => {
  const [actor, another] = [
    await newActor("countDocuments", "owner", own),
    await newActor("countDocuments", "owner", own),
  ];
  const { given } = caseOf("countDocuments", own, actor);
  const ask = ({ headers }: Actor) => call("countDocuments", given.with(3, 7), headers);
  const message = "This can't be counted.";
  const counted = {
    status: 200,
    redirect: null,
    value: { isDone: false, message, details: [{ path: "filters", message }] },
  };
  const { limit } = DASHBOARD_LIMITS.actions.member;
  const answers = await Promise.all(Array.from({ length: limit }, () => ask(actor)));
  expect(answers).toEqual(Array.from({ length: limit }, () => counted));
  const tooMany = expect.stringMatching(/^At most 120 requests per 60 seconds\. Try again in \d+ s\.$/);
  expect(await ask(actor)).toEqual(refusedWith(tooMany));
  expect(await ask(another)).toEqual(counted);
});

it("HT-05, HT-10: nothing of that has changed customers' data", async () => {
  expect([await customerRows(own), await customerRows(neighbour)]).toEqual(rowsBefore);
});

it.each(TYPED)("%s is refused with the text to type, where another was typed", async (name) => {
  const actor = await newActor(name);
  const chosen = caseOf(name, own, actor);
  const wanted = chosen.form?.confirmation;
  const given = argumentsOf({ ...chosen, form: { confirmation: `${wanted} and more` } });
  const before = await controlPlane();
  const shown = name === "deleteAccount" ? "your email address" : wanted;
  expect(await call(name, given, actor.headers)).toEqual(refusedWith(`Type ${shown} to confirm.`));
  expect(await controlPlane()).toEqual(before);
});

/** Returns the pattern of an address in one's own organisation, as Next sends it. */
function patternOf(leadsTo: string): RegExp {
  const rest = leadsTo.replaceAll(/[?+]/g, "\\$&").replace("*", "[a-z]+_[0-9a-z]{20}");
  return new RegExp(`^/dashboard/${own.organisation.id}${rest}(;(push|replace))?$`);
}

it.each(CASES)("%s is done for those who may", async (name) => {
  const actor = await newActor(name, "owner", own);
  const chosen = caseOf(name, own, actor);
  const answer = await call(name, argumentsOf(chosen), actor.headers);
  if (name === "remove") {
    expect(answer.value).toMatchObject({ isDone: false, message: "Type the organisation's name to confirm." });
  } else if (name === "testMail") {
    const message = "No mail server is set up: emails stay in the inbox.";
    expect(answer.value).toMatchObject({ isDone: false, message });
  } else if (chosen.leadsTo !== undefined) {
    expect(answer.redirect).toMatch(patternOf(chosen.leadsTo));
  } else if (answer.redirect === null) {
    expect(answer).toMatchObject({ status: 200, value: { isDone: true } });
  } else expect(answer.redirect).toMatch(/^\/(dashboard|auth\/p_)/);
});

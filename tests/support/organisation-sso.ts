import type { Role } from "@/lib/core/access/permissions";
import { createId } from "@/lib/core/ids";
import { enterDashboard } from "@/lib/people/accounts/enter-dashboard";
import { findSignedInAccount, type SignedInAccount } from "@/lib/people/accounts/find-session";
import { openDashboardSession } from "@/lib/people/accounts/session-cookie";
import { connectionsOf } from "@/lib/people/sso/owner";
import type { ServiceContext } from "@/lib/runtime";
import { acceptSession, lookUpSession } from "@/lib/sign-in/sessions/find-active";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { dashboardRequest } from "./accounts";
import { createOrganisation, FixedClock, insertMember, random, type TestOrganisation } from "./context";
import { publish, type Records, signInAtIssuer } from "./sso";
import { CLIENT, type Person } from "./stand-in-server";
import { nextRequest, otherBrowser, send, type TestRequest } from "./test-browser";

type DashboardRequest = TestRequest & ServiceContext;

export interface OrganisationSso {
  ctx: DashboardRequest;
  clock: FixedClock;
  records: Records;
  organisation: TestOrganisation;
  /** A domain of the test's own, since the dashboard's project is shared. */
  domain: string;
}

/** An organisation, and a browser at the dashboard's own project, whose name servers are a map. */
export async function makeOrganisationSso(): Promise<OrganisationSso> {
  const records: Records = new Map();
  const clock = new FixedClock(new Date());
  const mail = { resolveTxt: async (name: string) => records.get(name) ?? [] };
  const [organisation, request] = [await createOrganisation(), await dashboardRequest({ clock, mail })];
  const ctx = { ...request, project: { ...request.project, hasSso: true } };
  return { ctx, clock, records, organisation, domain: `${createId("request", random).slice(4).toLowerCase()}.example` };
}

export const asMember = ({ ctx, organisation }: OrganisationSso, role: Role) => ({
  ...ctx,
  actor: organisation.member[role],
});

export interface Connected {
  connection: SsoConnection;
  address: { projectId: string; ofOrganisation: string; connectionId: string };
}

/** A connection of the organisation to an issuer, for its domain; enabled, unless told otherwise. */
export async function connectOrganisation(
  of: OrganisationSso,
  issuer: string,
  { enabled = true, createsUsers = true, required = false } = {},
): Promise<Connected> {
  const admin = asMember(of, "admin");
  const owner = await connectionsOf(of.ctx, of.organisation.id);
  const oidc = { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  const input = { name: "Acme", protocol: "oidc", createsUsers, startsAtProvider: false, oidc } as const;
  const made = await createSsoConnection(admin, { ...input, ...owner });
  const address = { ...owner, connectionId: made.id };
  const { domains } = await addSsoDomain(admin, { ...address, domain: of.domain });
  for (const each of domains) publish(of.records, each);
  await verifySsoDomain(admin, { ...address, domain: of.domain });
  const connection = enabled ? await updateSsoConnection(admin, { ...address, enabled, required }) : made;
  return { connection, address };
}

/** Signs in at the issuer in a browser of its own. Returns the request at whose end the browser is. */
export function signInBy(of: OrganisationSso, connection: { id: string }, person: Person): Promise<TestRequest> {
  const here = `${of.ctx.baseUrl}/auth/${of.ctx.project.id}`;
  const start = { callbackURL: `${here}/dashboard`, newUserCallbackURL: `${here}/dashboard` };
  return signInAtIssuer(otherBrowser(of.ctx), connection, person, {
    ...start,
    errorCallbackURL: `${here}/sign-in`,
  });
}

/** Enters the dashboard after a sign-in. Returns the session's ID there; `null` where nobody is signed in. */
export async function enterBy(request: TestRequest): Promise<{ sessionId: string | null; next: DashboardRequest }> {
  const next = (await nextRequest(request)) as DashboardRequest;
  next.session = acceptSession(next, await lookUpSession(next), { isForOrganisation: true });
  await send(next, enterDashboard, { to: "/dashboard", again: "1" });
  const cookie = next.received.setCookies.join().match(/coppice_dashboard=([^;]+)/)?.[1] ?? "";
  return { sessionId: await openDashboardSession(next.dashboardSecret, cookie), next };
}

/** Signs in by the connection and enters the dashboard. Throws where the person isn't let in. */
export async function enterAs(
  of: OrganisationSso,
  connection: { id: string },
  person: Person,
): Promise<{ account: SignedInAccount; sessionId: string; next: DashboardRequest }> {
  const { sessionId, next } = await enterBy(await signInBy(of, connection, person));
  const account = sessionId === null ? null : await findSignedInAccount(of.ctx, sessionId);
  if (sessionId === null || account === null) throw new Error("nobody is signed in");
  return { account, sessionId, next };
}

/** A member of the organisation with an address of its domain. */
export async function addColleague(
  { ctx, organisation, domain }: OrganisationSso,
  name: string,
  role: Role,
): Promise<{ memberId: string; userId: string; email: string }> {
  const email = `${name}@${domain}`;
  const memberId = await insertMember(ctx.db, { organisationId: organisation.id, email, role });
  const { userId } = await ctx.db.member.findUniqueOrThrow({ where: { id: memberId } });
  return { memberId, userId, email };
}

/** The actions in the organisation's audit log, in the order of their names. */
export async function auditOf(of: OrganisationSso): Promise<string[]> {
  return (await rowsOf(of)).map(({ action }) => action).sort();
}

/** The actions that work adds to the organisation's audit log, in the order of their names. */
export async function auditedBy(of: OrganisationSso, work: () => Promise<unknown>): Promise<string[]> {
  const before = new Set((await rowsOf(of)).map(({ id }) => id));
  await work();
  const added = (await rowsOf(of)).filter(({ id }) => !before.has(id));
  return added.map(({ action }) => action).sort();
}

function rowsOf({ ctx, organisation }: OrganisationSso) {
  return ctx.db.auditEvent.findMany({ where: { organisationId: organisation.id }, select: { id: true, action: true } });
}

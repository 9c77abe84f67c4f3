import {
  encode,
  makeIdentityProvider,
  readRequest,
  saidTo,
  signedResponse,
} from "@/tests/support/saml-identity-provider";
import { p95, poissonOffsets, runArrivals, sortArrivals } from "../auth/arrivals-job";
import { type OwnSubject, startOurs } from "../auth/ours";
import type { Stage } from "../auth/stage";
import { APP_ORIGIN, PUBLIC_URL, signInsOf } from "../auth/subject";
import type { CleanUp } from "../clean-up";
import { milliseconds, type Table, times } from "../report";
import { median } from "../statistics";
import { connectCompany, DOMAIN } from "./company";

const USERS = 1_000;
const PEOPLE = 200;
const AT_ONCE = 8;
const AT_LEAST_PER_SECOND = 100;
const AT_MOST_SLOWER = 1.5;
const PASSWORDS_PER_SECOND = 5;
/** The sign-ins of the company's people beside the passwords, per second: as many as the goal asks for. */
const BESIDE_PER_SECOND = 100;

/** A response that waits to be sent, with the cookie of the browser that asked for it. */
interface Prepared {
  acsPath: string;
  form: string;
  cookie: string;
}

/** From the identity provider's response to the session: two requests, of a signature, a flow and a session. */
export async function samlTable(cleanUp: CleanUp, stage: Stage, quick: boolean): Promise<Table> {
  const seconds = quick ? 5 : 15;
  const rounds = quick ? 1 : 5;
  const idp = await makeIdentityProvider();
  let connectionId = "";
  const ours = await startOurs(cleanUp, stage, "sso_users", USERS, async (ctx, projectId) => {
    connectionId = await connectCompany(ctx, projectId, idp);
  });
  const prepare = (count: number) => prepareResponses(ours, { connectionId, idp }, count);
  await runAtOnce(ours, await prepare(PEOPLE));
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) rates.push(await runAtOnce(ours, await prepare(PEOPLE * 2)));
  const waiting = await prepare(BESIDE_PER_SECOND * seconds);
  process.stderr.write("measuring passwords alone, and beside single sign-on …\n");
  const alone = await passwords(ours, seconds);
  const [beside] = await Promise.all([passwords(ours, seconds), runEvenly(ours, waiting)]);
  const ratio = beside / alone;
  return {
    title: `From a SAML response to a session, over ${AT_ONCE} connections, median of ${rounds} rounds of ${PEOPLE * 2}`,
    columns: ["What", "Value", "Goal", "Met"],
    rows: [
      [
        "sessions per second",
        median(rates).toFixed(0),
        `≥ ${AT_LEAST_PER_SECOND}`,
        yes(median(rates) >= AT_LEAST_PER_SECOND),
      ],
      [`p95 of ${PASSWORDS_PER_SECOND} password sign-ins a second, alone`, milliseconds(alone), "none", "–"],
      [`the same beside ${BESIDE_PER_SECOND} SAML sign-ins a second`, milliseconds(beside), "none", "–"],
      ["slower by", times(ratio), `≤ ${AT_MOST_SLOWER}×`, yes(ratio <= AT_MOST_SLOWER)],
    ],
  };
}

const yes = (isMet: boolean) => (isMet ? "yes" : "no");

async function passwords(ours: OwnSubject, seconds: number): Promise<number> {
  const offsets = poissonOffsets(PASSWORDS_PER_SECOND, seconds);
  return p95(sortArrivals(await runArrivals({ url: ours.url, requests: signInsOf(ours), offsets })).accepted);
}

interface Company {
  connectionId: string;
  idp: Awaited<ReturnType<typeof makeIdentityProvider>>;
}

/** Starts sign-ins and has the identity provider sign its responses, before anything is measured. */
async function prepareResponses(ours: OwnSubject, { connectionId, idp }: Company, count: number): Promise<Prepared[]> {
  process.stderr.write(`preparing ${count} responses …\n`);
  const prepared: Prepared[] = [];
  for (let i = 0; i < count; i++) {
    const response = await fetch(`${ours.url}${ours.path}/sign-in/sso`, {
      method: "POST",
      headers: { ...ours.headers, "content-type": "application/json" },
      body: JSON.stringify({ providerId: connectionId, callbackURL: `${APP_ORIGIN}/in` }),
    });
    const { url } = (await response.json()) as { url: string };
    const [cookie = ""] = response.headers.getSetCookie().map((field) => field.split(";", 1)[0] ?? "");
    const person = `person${i % PEOPLE}`;
    const request = readRequest(url);
    const said = saidTo(idp, request, new Date(), { nameId: person, email: `${person}@${DOMAIN}` });
    const form = new URLSearchParams({ SAMLResponse: encode(signedResponse(idp, said)) }).toString();
    prepared.push({ acsPath: request.acsUrl.slice(PUBLIC_URL.length), form, cookie });
  }
  return prepared;
}

/** Returns how many sessions a second came of it. */
async function runAtOnce(ours: OwnSubject, prepared: readonly Prepared[]): Promise<number> {
  const waiting = prepared.values();
  const startedAt = performance.now();
  const work = async () => {
    for (const each of waiting) await finish(ours, each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (prepared.length * 1_000) / (performance.now() - startedAt);
}

/** One response each hundredth of a second, regardless of those before it. */
async function runEvenly(ours: OwnSubject, prepared: readonly Prepared[]): Promise<void> {
  const startedAt = performance.now();
  const send = async (each: Prepared, i: number) => {
    const dueAt = startedAt + (i * 1_000) / BESIDE_PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
    await finish(ours, each);
  };
  await Promise.all(prepared.map(send));
}

/** Throws when no session came of it. */
async function finish({ url, headers }: OwnSubject, { acsPath, form, cookie }: Prepared): Promise<void> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const address = Object.fromEntries(Object.entries(headers).filter(([name]) => name === "x-client-address"));
  const posted = await fetch(url + acsPath, {
    method: "POST",
    redirect: "manual",
    headers: { ...address, ...type },
    body: form,
  });
  await posted.body?.cancel();
  const next = posted.headers.get("location")?.replace(PUBLIC_URL, url) ?? "";
  const back = await fetch(next, { redirect: "manual", headers: { ...address, cookie } });
  await back.body?.cancel();
  const isSignedIn = back.headers.getSetCookie().some((field) => field.includes("session"));
  if (!isSignedIn) throw new Error(`The sign-in ended with ${back.status}, at ${back.headers.get("location")}.`);
}

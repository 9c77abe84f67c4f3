import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postOpen } from "@/app/auth/[projectId]/forms/open-sso-set-up/route";
import { POST as postStep } from "@/app/auth/[projectId]/forms/sso-set-up/route";
import { readEnvironment } from "@/lib/core/env";
import { SetUpForm } from "@/lib/hosted-pages/forms/set-up";
import type { RouteHandler } from "@/lib/http/definition";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { setRuntime } from "@/lib/runtime/current";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { workerControlUrl } from "@/tests/support/clusters";
import { testKey } from "@/tests/support/context";
import { tokenOf } from "@/tests/support/mailed-proof";
import { makeIdentityProvider, metadataOf } from "@/tests/support/saml-identity-provider";
import { makeSsoContext, operatorOf, proveDomain, publish, type Records } from "@/tests/support/sso";

const OURS = "http://coppice.example";

const records: Records = new Map();
let runtime: Runtime;
beforeAll(async () => {
  const made = createRuntime(
    readEnvironment({
      DATABASE_URL: await workerControlUrl(),
      COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
      COPPICE_URL: OURS,
      LOG_LEVEL: "silent",
    }),
  );
  const resolveTxt = async (name: string) => records.get(name) ?? [];
  const context: Runtime["context"] = (from) => {
    const ctx = made.context(from);
    return { ...ctx, mail: { ...ctx.mail, resolveTxt } };
  };
  runtime = { ...made, context };
  setRuntime(runtime);
});
afterAll(() => runtime.close());

type Headers = Record<string, string>;

/** The headers that the browser sends with a form of a page of another site, or of one whose origin isn't told. */
const FOREIGN: [name: string, headers: Headers][] = [
  ["a foreign origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["a foreign origin alone", { origin: "https://evil.example" }],
  ["an app's origin, which is allowed elsewhere", { origin: "https://app.example.com" }],
  ["an origin that is hidden", { origin: "null", "sec-fetch-site": "cross-site" }],
  ["no origin, and a foreign Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
  ["no origin, and a Sec-Fetch-Site of a sibling", { "sec-fetch-site": "same-site" }],
  ["a foreign Referer", { referer: "https://evil.example/", "sec-fetch-site": "cross-site" }],
  ["nothing at all", {}],
];

/** A connection of which each step would change something, and a link to it. */
async function made(step?: SetUpForm["step"]) {
  const ctx = await makeSsoContext();
  const projectId = ctx.project.id;
  const given = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;
  // A protocol is changed while no identity provider is set.
  const at = step === "protocol" ? {} : { saml: { metadata: metadataOf(await makeIdentityProvider()) } };
  const { id: connectionId } = await createSsoConnection(operatorOf(ctx), { ...given, projectId, ...at });
  await proveDomain(ctx, connectionId, "acme.example");
  const { domains } = await addSsoDomain(operatorOf(ctx), { projectId, connectionId, domain: "new.acme.example" });
  for (const domain of domains) publish(records, domain);
  const { link } = await createSetUpLink(operatorOf(ctx), { projectId, connectionId, days: 7 });
  const state = async () => ({
    connection: await ctx.db.ssoConnection.findUnique({ where: { id: connectionId }, include: { domains: true } }),
    link: await ctx.db.ssoSetUpLink.findMany({ where: { connectionId } }),
    audits: await ctx.db.auditEvent.count({ where: { targetId: connectionId } }),
  });
  const post = (route: RouteHandler, fields: Headers, headers: Headers) => {
    const request = new Request(`${OURS}/auth/${projectId}/forms/form`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(fields),
    });
    return route(request, { params: Promise.resolve({ projectId }) });
  };
  return { ctx, post, state, token: tokenOf(link) };
}

/** The link's cookie, as the browser sends it that opened the link. */
async function open({ post, token }: Awaited<ReturnType<typeof made>>): Promise<string> {
  const answer = await post(postOpen, { token }, { origin: OURS });
  expect(answer.status).toBe(303);
  return answer.headers.getSetCookie().map((field) => field.split(";", 1)[0])[0] ?? "";
}

const another = async () => metadataOf(await makeIdentityProvider("other.acme.example"));

/** The forms by which a page of another site would take each step. */
const STEPS: Readonly<Record<SetUpForm["step"], () => Promise<Headers>>> = {
  protocol: async () => ({ protocol: "oidc" }),
  provider: async () => ({ metadata: await another() }),
  domain: async () => ({ domain: "evil.example" }),
  check: async () => ({ domain: "new.acme.example" }),
  enable: async () => ({}),
};

it("every step of the form is here", () => {
  expect(Object.keys(STEPS).sort()).toEqual([...SetUpForm.shape.step.options].sort());
});

describe.each(FOREIGN)("CS-02: a form with %s", (_, headers) => {
  it("opens no link", async () => {
    const link = await made();
    const before = await link.state();
    const answer = await link.post(postOpen, { token: link.token }, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await link.state()).toEqual(before);
  });

  it.each(Object.keys(STEPS) as SetUpForm["step"][])("does not take the step %s", async (step) => {
    const link = await made(step);
    const cookie = await open(link);
    const before = await link.state();
    const fields = { step, ...(await STEPS[step]()) };
    const answer = await link.post(postStep, fields, { ...headers, cookie });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await link.state()).toEqual(before);
  });
});

it.each(Object.keys(STEPS) as SetUpForm["step"][])("the step %s of the page itself is taken", async (step) => {
  const link = await made(step);
  const cookie = await open(link);
  const before = await link.state();
  const answer = await link.post(postStep, { step, ...(await STEPS[step]()) }, { origin: OURS, cookie });
  expect(answer.status).toBe(303);
  expect(await link.state()).not.toEqual(before);
});

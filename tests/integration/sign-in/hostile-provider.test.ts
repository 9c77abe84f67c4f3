import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startSocialSignIn } from "@/lib/sign-in/social/start-sign-in";
import { type Fault, type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { eventsOf, expectSignInError } from "@/tests/support/sign-in";
import { ADA, comeBack, errorOf, makeSocialContext, signInBy } from "@/tests/support/social";
import { signInAt } from "@/tests/support/social-stand-ins";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

let provider: HostileProvider;
beforeAll(async () => {
  provider = await startHostileProvider();
});
beforeEach(() => {
  Object.assign(provider, { discovery: "right", visitsElsewhere: 0 });
});
afterAll(() => provider.close());

/** As konnos it is discovered, as google its endpoints are written down. */
function makeContext(): Promise<TestRequest> {
  const { origin } = provider;
  const endpoints = {
    authorizationEndpoint: `${origin}/auth`,
    tokenEndpoint: `${origin}/token`,
    jwksUri: `${origin}/jwks`,
  };
  return makeSocialContext({ konnosIssuer: origin, endpoints: { google: { issuer: origin, ...endpoints } } });
}

const MALFORMED: Fault[] = [
  ...(["nonce", "no-nonce", "audience", "authorized-party", "issuer", "expired", "no-subject", "unsigned"] as const),
  ...([
    "hmac-with-client-secret",
    "hmac-with-public-key",
    "unknown-key",
    "key-of-another-tenant",
    "no-id-token",
  ] as const),
];
const UNREACHABLE: Fault[] = ["redirect", "too-long", "broken-off", "server-error"];

it.each(["google", "konnos"] as const)("signs in by it as %s while it behaves", async (name) => {
  const back = await signInBy(await makeContext(), name, ADA);
  expect((await signedInRequest(back)).session.user.email).toBe("ada@example.com");
});

it.each(MALFORMED)("OA-04: a token with the fault %s signs nobody in", async (fault) => {
  for (const name of ["google", "konnos"] as const) {
    const ctx = await makeContext();
    const back = await signInBy(ctx, name, { ...ADA, fault });
    expect(errorOf(back)).toBe("invalid_code");
    expect(back.received.session).toBeUndefined();
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
    expect((await eventsOf(ctx))[0]).toMatch(/^session\.sign_in refused (token_refused|key_of_another_issuer)$/);
  }
});

it("OA-06: an empty subject is nobody", async () => {
  const ctx = await makeContext();
  await signInBy(ctx, "google", ADA);
  const back = await signInBy(otherBrowser(ctx), "google", { ...ADA, fault: "empty-subject" });
  expect(errorOf(back)).toBe("unable_to_get_user_info");
  expect(back.received.session).toBeUndefined();
});

it.each(UNREACHABLE)("OA-16: a token endpoint with the fault %s is not followed nor read on", async (fault) => {
  const ctx = await makeContext();
  const back = await signInBy(ctx, "google", { ...ADA, fault });
  expect(errorOf(back)).toBe("temporarily_unavailable");
  expect(provider.visitsElsewhere).toBe(0);
  expect(await eventsOf(ctx)).toEqual(["session.sign_in refused token_request_failed"]);
});

it.each(["issuer", "other-host", "too-long", "redirect"] as const)(
  "SS-02: a discovery document with the fault %s is refused, and asked for again",
  async (discovery) => {
    const ctx = await makeContext();
    provider.discovery = discovery;
    await expectSignInError(send(ctx, startSocialSignIn, { provider: "konnos" }), "SERVICE_UNAVAILABLE");
    expect(provider.visitsElsewhere).toBe(0);
    expect(await ctx.db.flow.count({ where: { projectId: ctx.project.id } })).toBe(0);
    provider.discovery = "right";
    const { url } = await send(ctx, startSocialSignIn, { provider: "konnos" });
    expect(errorOf(await comeBack(ctx, "konnos", await signInAt(url, ADA)))).toBeNull();
  },
);

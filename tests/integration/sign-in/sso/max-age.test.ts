import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OpenSsoQuery, openSsoSignIn, StartSsoInput, startSsoSignIn } from "@/lib/sign-in/sso/start";
import { type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { readRequest, saidTo, signedResponse } from "@/tests/support/saml-identity-provider";
import { eventsOf } from "@/tests/support/sign-in";
import {
  APP,
  connect,
  connectOidc,
  DOMAIN,
  errorIn,
  follow,
  makeSsoContext,
  post,
  signInAtIssuer,
} from "@/tests/support/sso";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const ADA = { sub: "ada-of-acme", email: `ada@${DOMAIN}`, name: "Ada" };
const HOUR = 3_600;
const errorOf = ({ received }: TestRequest) => errorIn(received.redirect ?? null);

let issuer: HostileProvider;
beforeAll(async () => {
  issuer = await startHostileProvider();
});
afterAll(() => issuer.close());

describe("a proof of a certain age, by OpenID Connect", () => {
  it("is asked for by max_age, beside the request to ask the person anew", async () => {
    const ctx = await makeSsoContext();
    const { id } = await connectOidc(ctx, issuer.origin);
    const asked = async (wishes: object) => {
      const { url } = await send(ctx, startSsoSignIn, { providerId: id, callbackURL: `${APP}/in`, ...wishes });
      const { searchParams } = new URL(url);
      return [searchParams.get("max_age"), searchParams.get("prompt")];
    };
    expect(await asked({ maxAge: HOUR })).toEqual(["3600", null]);
    expect(await asked({ maxAge: 0 })).toEqual(["0", null]);
    expect(await asked({ maxAge: HOUR, prompt: "login" })).toEqual(["0", "login"]);
    expect(await asked({})).toEqual([null, null]);
    const query = OpenSsoQuery.parse({ max_age: "60" });
    const opened = await openSsoSignIn(ctx, { connectionId: id, ...query });
    expect(new URL(opened.redirect ?? "").searchParams.get("max_age")).toBe("60");
  });

  it("must be told by auth_time, and be recent enough", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, issuer.origin);
    const now = Math.floor(ctx.clock.now().getTime() / 1_000);
    const signIn = (claims: object) =>
      signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, ...claims }, { maxAge: HOUR });
    for (const auth_time of [undefined, now - HOUR - 120]) {
      expect(errorOf(await signIn({ auth_time }))).toBe("login_required");
    }
    for (const auth_time of [String(now), -now]) {
      expect(errorOf(await signIn({ auth_time }))).toBe("invalid_code");
    }
    expect(await eventsOf(ctx)).toContain("session.sign_in refused sso_not_reauthenticated");
    expect(errorOf(await signIn({ auth_time: now - HOUR + 60 }))).toBeNull();
  });
});

describe("a proof of a certain age, by SAML", () => {
  /** A connection, and the answer of its identity provider when the person's last proof was at this time. */
  async function setUp() {
    const ctx = await makeSsoContext();
    const { idp, connection } = await connect(ctx);
    const start = (browser: TestRequest, wishes: object) =>
      send(browser, startSsoSignIn, { providerId: connection.id, callbackURL: `${APP}/in`, ...wishes });
    const answer = async (browser: TestRequest, url: string, notBefore: Date) => {
      const said = saidTo(idp, readRequest(url), ctx.clock.now(), { nameId: "ada", notBefore });
      await post(ctx, connection.id, signedResponse(idp, said));
      return follow(await nextRequest(browser), connection.id);
    };
    return {
      ctx,
      start,
      answer,
      secondsAgo: (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1_000),
    };
  }
  const isForced = (url: string) => readRequest(url).xml.includes('ForceAuthn="true"');

  it("asks nobody whose proof is recent, and everybody else once, on the way", async () => {
    const { ctx, start, answer, secondsAgo } = await setUp();
    const recent = otherBrowser(ctx);
    const { url } = await start(recent, { maxAge: HOUR });
    expect(isForced(url)).toBe(false);
    expect((await answer(recent, url, secondsAgo(HOUR - 60))).received.redirect).toBe(`${APP}/in`);
    const late = otherBrowser(ctx);
    const back = await answer(late, (await start(late, { maxAge: HOUR })).url, secondsAgo(HOUR + 120));
    const again = back.received.redirect ?? "";
    expect([isForced(again), back.received.session]).toEqual([true, undefined]);
    const asked = await answer(back, again, secondsAgo(0));
    expect(asked.received.redirect).toBe(`${APP}/in`);
    expect((await signedInRequest(asked)).session.authenticatedAt).toEqual(ctx.clock.now());
  });

  it("refuses an identity provider that doesn't ask though it was told to, and doesn't go round", async () => {
    const { ctx, start, answer, secondsAgo } = await setUp();
    const browser = otherBrowser(ctx);
    const back = await answer(browser, (await start(browser, { maxAge: HOUR })).url, secondsAgo(HOUR + 120));
    const refused = await answer(back, back.received.redirect ?? "", secondsAgo(HOUR + 120));
    expect(errorOf(refused)).toBe("login_required");
    await expect(signedInRequest(refused)).rejects.toThrow("nobody is signed in");
  });

  it("asks at once where the session here shows that the proof is older", async () => {
    const { ctx, start, answer, secondsAgo } = await setUp();
    const browser = otherBrowser(ctx);
    const signedIn = await signedInRequest(await answer(browser, (await start(browser, {})).url, secondsAgo(0)));
    expect(isForced((await start(signedIn, { maxAge: HOUR })).url)).toBe(false);
    ctx.clock.advance((HOUR + 60) * 1_000);
    expect(isForced((await start(signedIn, { maxAge: HOUR })).url)).toBe(true);
    expect(isForced((await start(otherBrowser(ctx), { maxAge: 0 })).url)).toBe(true);
  });
});

describe("an age that is none", () => {
  it.each([-1, 1.5, "60", "", null, true, 100_000_000, Number.NaN])("is refused: %j", (maxAge) => {
    const input = { providerId: "sso_x", callbackURL: "/", maxAge };
    expect(StartSsoInput.safeParse(input).error?.issues).toMatchObject([{ path: ["maxAge"] }]);
  });

  it.each(["-1", "1.5", "", " 60", "1e3", "0x10", "100000000", "day"])("is refused in a link: %j", (max_age) => {
    const issues = OpenSsoQuery.safeParse({ max_age }).error?.issues;
    expect(issues).toMatchObject([
      { path: ["max_age"], message: "must be seconds: a whole number from 0 to 99999999" },
    ]);
  });
});

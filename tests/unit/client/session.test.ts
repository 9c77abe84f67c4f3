import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, fakeService, refusal, SESSION, USER } from "./fake-service";

function tokenOf(exp: number, iat: number, name = "a"): string {
  const payload = Buffer.from(JSON.stringify({ exp, iat, name })).toString("base64url");
  return `e30.${payload}.c2ln`;
}

describe("the session", () => {
  it("is asked for once by all who ask at once", async () => {
    const service = fakeService({ "GET /get-session": () => answer({ session: SESSION, user: USER }) });
    const auth = service.connect();
    const [first, second, user] = await Promise.all([auth.getSession(), auth.getSession(), auth.getUser()]);
    expect(service.seen).toHaveLength(1);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ authenticated: true, userId: USER.id, expiresAt: SESSION.expiresAt });
    expect(user).toEqual(USER);
    await auth.getSession();
    expect(service.seen).toHaveLength(2);
  });

  it("tells signed out from out of reach", async () => {
    const replies = [answer(null), new TypeError("Failed to fetch")];
    const service = fakeService({ "GET /get-session": () => replies.shift() ?? refusal("TOO_MANY_REQUESTS", 429) });
    const auth = service.connect();
    expect(await auth.getSession()).toEqual({ authenticated: false });
    expect(await auth.getSession()).toMatchObject({ authenticated: false, code: "network_error" });
    expect(await auth.getSession()).toMatchObject({ authenticated: false, code: "rate_limited" });
  });

  it("is asked for anew after a sign-in that overtook a question", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const replies = [promise, Promise.resolve(answer({ session: SESSION, user: USER }))];
    const service = fakeService({
      "GET /get-session": () => replies.shift() ?? new Error("asked too often"),
      "POST /sign-in/email": () => answer({ token: SESSION.id, user: USER, sessionExpiresAt: SESSION.expiresAt }),
    });
    const auth = service.connect();
    const before = auth.getSession();
    await auth.signIn.email({ email: USER.email, password: "x" });
    expect(await auth.getSession()).toMatchObject({ authenticated: true });
    resolve(answer(null));
    expect(await before).toEqual({ authenticated: false });
  });
});

describe("the token", () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
  afterEach(() => vi.useRealTimers());

  it("is kept until shortly before its end, by the local clock", async () => {
    let count = 0;
    const service = fakeService({
      "GET /token": () => {
        count += 1;
        return answer({ token: tokenOf(1_300, 1_000, `token ${count}`) });
      },
    });
    const auth = service.connect();
    const [first, second] = await Promise.all([auth.getToken(), auth.getToken()]);
    expect(first).toEqual({ ok: true, token: tokenOf(1_300, 1_000, "token 1") });
    expect(second).toEqual(first);
    vi.advanceTimersByTime(269_000);
    expect(await auth.getToken()).toEqual(first);
    expect(count).toBe(1);
    vi.advanceTimersByTime(1_001);
    expect(await auth.getToken()).toEqual({ ok: true, token: tokenOf(1_300, 1_000, "token 2") });
  });

  it("is forgotten at sign-out, the one still under way too", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const replies = [promise];
    const service = fakeService({
      "GET /token": () => replies.shift() ?? refusal("UNAUTHORIZED", 401),
      "POST /sign-out": () => answer({ success: true }),
    });
    const auth = service.connect();
    const underWay = auth.getToken();
    expect(await auth.signOut()).toEqual({ ok: true });
    resolve(answer({ token: tokenOf(1_300, 1_000) }));
    expect(await underWay).toMatchObject({ ok: true });
    expect(await auth.getToken()).toMatchObject({ ok: false, code: "unauthorized" });
  });
});

describe("changes", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("reach this page and the other tabs, until the listener is taken away", async () => {
    vi.stubGlobal("document", {});
    const service = fakeService({ "POST /sign-out": () => answer({ success: true }) });
    const [here, there] = [service.connect(), service.connect()];
    const heard: string[] = [];
    const stop = here.onChange((change) => heard.push(`here ${change}`));
    const told = new Promise<void>((resolve) => {
      there.onChange((change) => {
        heard.push(`there ${change}`);
        resolve();
      });
    });
    await here.signOut();
    await told;
    expect(heard).toEqual(["here signed-out", "there signed-out"]);
    stop();
    await here.signOut();
    expect(heard.filter((line) => line.startsWith("here"))).toHaveLength(1);
  });

  it("are not told of a refusal", async () => {
    const service = fakeService({ "POST /sign-in/email": () => refusal("INVALID_EMAIL_OR_PASSWORD", 401) });
    const auth = service.connect();
    const listener = vi.fn();
    auth.onChange(listener);
    await auth.signIn.email({ email: USER.email, password: "x" });
    expect(listener).not.toHaveBeenCalled();
  });
});

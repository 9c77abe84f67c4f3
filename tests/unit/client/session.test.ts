import type { ServiceAuth } from "@coppice/auth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, fakeService, refusal, SESSION, USER } from "./fake-service";

function tokenOf(exp: number, iat: number, name = "a", sid?: string): string {
  const payload = Buffer.from(JSON.stringify({ exp, iat, name, sid })).toString("base64url");
  return `e30.${payload}.c2ln`;
}

/** A service at which somebody else may sign in behind the client's back, as on a hosted page in another tab. */
function serviceWithState() {
  const state = { user: "bob" as string | null };
  const sessionOf = (name: string) => ({ session: { ...SESSION, id: `ses_${name}` }, user: { ...USER, name } });
  const service = fakeService({
    "GET /get-session": () => answer(state.user && sessionOf(state.user)),
    "GET /token": () =>
      state.user
        ? answer({ token: tokenOf(1_300, 1_000, state.user, `ses_${state.user}`) })
        : refusal("UNAUTHORIZED", 401),
  });
  const count = (path: string) => service.seen.filter((request) => request.path === path).length;
  return { state, service, count };
}

const nameIn = (result: Awaited<ReturnType<ServiceAuth["getToken"]>>) =>
  result.ok ? JSON.parse(Buffer.from(result.token.split(".")[1] ?? "", "base64url").toString()).name : result.code;

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

  it("3.9: of an app without cookies that starts without a network is kept, and out of reach", async () => {
    const kept: (string | null)[] = [];
    const storage = { get: () => "kept.token", set: (token: string | null) => void kept.push(token) };
    const replies = [new TypeError("Network request failed"), answer({ session: SESSION, user: USER })];
    const service = fakeService({ "GET /get-session": () => replies.shift() ?? refusal("NOT_FOUND", 404) });
    const auth = service.connect({ storage });
    expect(await auth.getSession()).toMatchObject({ authenticated: false, code: "network_error" });
    expect(kept).toEqual([]);
    expect(await auth.getSession()).toMatchObject({ authenticated: true });
    expect(service.seen.at(-1)?.headers.get("authorization")).toBe("Bearer kept.token");
  });

  it("SI-L12: has no user when signed out, and an unknown one when out of reach", async () => {
    const replies = [answer(null), new TypeError("Failed to fetch")];
    const service = fakeService({ "GET /get-session": () => replies.shift() ?? answer(null) });
    const auth = service.connect();
    expect(await auth.getUser()).toBeNull();
    expect(await auth.getUser()).toBeUndefined();
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

  it.each([
    ["fast", 600_000],
    ["slow", -600_000],
  ])("3.5: is asked for once in a minute on a device whose clock is ten minutes %s", async (_, wrong) => {
    const now = Date.now() / 1_000;
    const service = fakeService({ "GET /token": () => answer({ token: tokenOf(now + 300, now) }) });
    vi.setSystemTime(Date.now() + wrong);
    const auth = service.connect();
    for (let call = 0; call < 20; call += 1) {
      expect(await auth.getToken()).toMatchObject({ ok: true });
      vi.advanceTimersByTime(3_000);
    }
    expect(service.seen).toHaveLength(1);
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

describe("the token, when the session has changed elsewhere", () => {
  it("is that of the session which getSession has named", async () => {
    const { state, service, count } = serviceWithState();
    const auth = service.connect();
    expect(nameIn(await auth.getToken())).toBe("bob");
    state.user = "eve";
    expect(await auth.getSession()).toMatchObject({ user: { name: "eve" } });
    expect(nameIn(await auth.getToken())).toBe("eve");
    expect(nameIn(await auth.getToken())).toBe("eve");
    expect(count("/token")).toBe(2);
    state.user = null;
    expect(await auth.getSession()).toEqual({ authenticated: false });
    expect(nameIn(await auth.getToken())).toBe("unauthorized");
  });

  it("is not kept when it arrives after the answer that names another session", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const replies = [promise];
    const service = fakeService({
      "GET /token": () => replies.shift() ?? answer({ token: tokenOf(1_300, 1_000, "eve", "ses_eve") }),
      "GET /get-session": () => answer({ session: { ...SESSION, id: "ses_eve" }, user: USER }),
    });
    const auth = service.connect();
    const underWay = auth.getToken();
    await auth.getSession();
    resolve(answer({ token: tokenOf(1_300, 1_000, "bob", "ses_bob") }));
    await underWay;
    expect(nameIn(await auth.getToken())).toBe("eve");
  });
});

describe("coming back to the page", () => {
  let page: EventTarget & { visibilityState: string };
  let browserWindow: EventTarget;

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    page = Object.assign(new EventTarget(), { visibilityState: "visible" });
    browserWindow = new EventTarget();
    vi.stubGlobal("document", page);
    vi.stubGlobal("addEventListener", browserWindow.addEventListener.bind(browserWindow));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const comeBack = async () => {
    browserWindow.dispatchEvent(new Event("blur"));
    show("hidden");
    show("visible");
    browserWindow.dispatchEvent(new Event("focus"));
    await vi.advanceTimersByTimeAsync(0);
  };

  it("tells of a sign-in or sign-out elsewhere, and nothing when all is as before", async () => {
    const { state, service } = serviceWithState();
    const auth = service.connect();
    const heard: string[] = [];
    auth.onChange((change) => heard.push(change));
    await auth.getSession();
    await auth.getToken();
    const changes: [string | null, string[]][] = [
      ["bob", []],
      ["eve", ["signed-in"]],
      [null, ["signed-out"]],
      [null, []],
      ["bob", ["signed-in"]],
    ];
    for (const [user, expected] of changes) {
      state.user = user;
      await comeBack();
      expect(heard.splice(0)).toEqual(expected);
      expect(nameIn(await auth.getToken())).toBe(user ?? "unauthorized");
      await vi.advanceTimersByTimeAsync(5_000);
    }
  });

  it("asks once however often in five seconds, then once more, and not at all in the background", async () => {
    const { service, count } = serviceWithState();
    const auth = service.connect();
    await auth.getSession();
    show("hidden");
    expect(count("/get-session")).toBe(1);
    for (let times = 0; times < 5; times += 1) await comeBack();
    expect(count("/get-session")).toBe(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(count("/get-session")).toBe(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count("/get-session")).toBe(3);
  });

  it("asks nothing for a client that nobody uses, and the token waits for the answer", async () => {
    const { state, service } = serviceWithState();
    service.connect();
    await comeBack();
    expect(service.seen).toEqual([]);
    const auth = service.connect();
    await auth.getToken();
    state.user = "eve";
    show("hidden");
    show("visible");
    expect(nameIn(await auth.getToken())).toBe("eve");
  });
});

describe("signing out of an app with a session of its own", () => {
  afterEach(() => vi.unstubAllGlobals());

  const url = "https://id.example.com/auth/p_1/sign-out?hint=x";
  const providerUrl = "https://idp.acme.example/slo";
  const providerRedirectTo = "https://app.example.com/bye";

  it.each([
    ["the page that ends the service's session", undefined, { url, providerUrl }, url],
    [
      "the company's identity provider, where the app asks for it",
      { providerRedirectTo },
      { url, providerUrl },
      providerUrl,
    ],
    ["that page, where there is no identity provider", { providerRedirectTo }, { url }, url],
  ])("leaves for %s, and sends this page nowhere else", async (_, options, given, target) => {
    const browserWindow = new EventTarget();
    vi.stubGlobal("document", new EventTarget());
    vi.stubGlobal("addEventListener", browserWindow.addEventListener.bind(browserWindow));
    const { promise: left, resolve: leave } = Promise.withResolvers<string>();
    vi.stubGlobal("location", { assign: leave });
    const auth = fakeService({ "POST /sign-out": () => answer({ success: true, ...given }) }).connect();
    const listener = vi.fn();
    auth.onChange(listener);
    const done = auth.signOut(options);
    expect(await left).toBe(target);
    browserWindow.dispatchEvent(new Event("pageshow"));
    expect(await done).toEqual({ ok: true });
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("changes", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("reach this page and the other tabs, until the listener is taken away", async () => {
    vi.stubGlobal("document", new EventTarget());
    vi.stubGlobal("addEventListener", () => undefined);
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

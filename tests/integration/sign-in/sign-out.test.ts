import { beforeAll, describe, expect, it } from "vitest";
import { postSignOutForm } from "@/lib/hosted-pages/forms/sign-out";
import { signOutPage } from "@/lib/hosted-pages/pages/sign-out";
import { hostedSearch, readQuery } from "@/lib/hosted-pages/search";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { FixedClock } from "@/tests/support/context";
import { eventsOf, makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import {
  nextRequest,
  otherBrowser,
  receiveCookies,
  send,
  submit,
  type TestRequest,
} from "@/tests/support/test-browser";

const APP = "https://app.example.com";
const CALLBACK = `${APP}/api/auth/callback`;

let ctx: TestRequest;
let clock: FixedClock;

beforeAll(async () => {
  clock = new FixedClock();
  ctx = await makeUserContext({ clock, settings: { allowedOrigins: [APP] } });
});

/** A browser with a session at the service, and the app's server with one of the same user. */
async function browserAndServer() {
  const [browser, server] = [otherBrowser(ctx), otherBrowser(ctx)];
  const { email } = await signUp(browser);
  await send(server, signInWithPassword, { email, password: PASSWORD });
  return { browser: await nextRequest(browser), server: await nextRequest(server) };
}

/** Opens the page, and returns where it leads or the question that it asks, and the browser afterwards. */
async function open(browser: TestRequest, address: string) {
  const asked = readQuery(address);
  const search = hostedSearch(browser, asked);
  const page = await signOutPage({ ctx: browser, locale: "en", search, isDevelopment: false, asked });
  if (!("redirect" in page)) return { question: page.view, after: await nextRequest(browser) };
  await receiveCookies(browser, Promise.resolve(page));
  return { redirect: page.redirect, after: await nextRequest(browser) };
}

const pageAddress = (query: Record<string, string> = {}) =>
  `${ctx.baseUrl}/auth/${ctx.project.id}/sign-out?${new URLSearchParams(query)}`;

async function hintedAddress(server: TestRequest): Promise<string> {
  const { url } = await send(server, signOut, { callbackURL: CALLBACK, state: "af0ifjsldkj" });
  return url ?? "";
}

describe("the sign-out of an app with a session of its own", () => {
  it("ends that session, and the browser's at once by the address that it gets", async () => {
    const { browser, server } = await browserAndServer();
    const address = await hintedAddress(server);
    expect((await nextRequest(server)).session).toBeNull();
    expect(browser.session).not.toBeNull();
    const { redirect, after } = await open(browser, address);
    expect(redirect).toBe(`${CALLBACK}?state=af0ifjsldkj`);
    expect(after.session).toBeNull();
    expect((await eventsOf(ctx)).filter((event) => event === "session.sign_out accepted")).toHaveLength(2);
    expect((await open(after, address)).redirect).toBe(`${CALLBACK}?state=af0ifjsldkj`);
  });

  it("gets no address without a place to return to, or without a session", async () => {
    const { server } = await browserAndServer();
    expect(await send(server, signOut)).toEqual({ success: true });
    expect(await send(await nextRequest(server), signOut, { callbackURL: CALLBACK })).toEqual({ success: true });
  });
});

describe("the page to sign out on", () => {
  it.each([
    ["no hint", async () => pageAddress({ redirect_to: CALLBACK, state: "af0ifjsldkj" })],
    ["a hint of another user", async () => hintedAddress((await browserAndServer()).server)],
    ["a forged hint", async () => (await hintedAddress((await browserAndServer()).server)).replace(/.{4}$/, "AAAA")],
    ["nonsense", async () => pageAddress({ redirect_to: CALLBACK, state: "af0ifjsldkj", hint: "x" })],
  ])("CS-03: ends nothing by being opened with %s, and asks", async (_name, addressOf) => {
    const { browser } = await browserAndServer();
    const { question, after } = await open(browser, await addressOf());
    expect(after.session).not.toBeNull();
    expect(question).toMatchObject({
      name: "posted-form",
      props: { button: "Sign out", cancel: { href: `${CALLBACK}?state=af0ifjsldkj` } },
    });
    expect(
      await submit(after, postSignOutForm, { goesOn: true }, `${ctx.baseUrl}/auth/${ctx.project.id}/return`),
    ).toEqual({ page: "sign-out" });
    const done = await open(await nextRequest(after), pageAddress({ redirect_to: CALLBACK, state: "af0ifjsldkj" }));
    expect([done.redirect, done.after.session]).toEqual([`${CALLBACK}?state=af0ifjsldkj`, null]);
  });

  it("CS-03: asks again when the hint is older than a minute", async () => {
    const { browser, server } = await browserAndServer();
    const address = await hintedAddress(server);
    clock.advance(60_000);
    const { question, after } = await open(browser, address);
    expect([question?.name, after.session === null]).toEqual(["posted-form", false]);
  });

  it("ends on a page of its own where no app wants its user back", async () => {
    expect((await open(otherBrowser(ctx), pageAddress())).redirect).toBe(
      `${ctx.baseUrl}/auth/${ctx.project.id}/signed-out`,
    );
  });
});

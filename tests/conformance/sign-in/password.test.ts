import { describe, expect, it } from "vitest";
import { type Answer, anotherProcess, ask, lane, readLogs, usedSecrets } from "@/tests/support/lanes";
import {
  askAuth,
  cookieOf,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  signUp,
} from "@/tests/support/sign-in-lanes";

describe("sign-up and sign-in with a password", () => {
  it("a new user is signed in at once, and the session is theirs", async () => {
    const project = await createSignInProject();
    const email = newEmail();
    const body = { name: "Ada", email: email.toUpperCase(), password: PASSWORD };
    const signedUp = await askAuth(lane, project, "POST", "/sign-up/email", { body });
    expect(signedUp.status).toBe(200);
    expect(signedUp.json.user).toMatchObject({ name: "Ada", email, emailVerified: false, image: null });
    const session = await askAuth(lane, project, "GET", "/get-session", { cookie: cookieOf(signedUp) });
    expect(session.json.user).toEqual(signedUp.json.user);
    expect(session.json.session).toMatchObject({ token: signedUp.json.token, userId: signedUp.json.user.id });
    expect(session.headers.get("cache-control")).toBe("no-store");
  });

  it("signed out, get-session answers the four bytes null", async () => {
    const project = await createSignInProject();
    const answer = await askAuth(lane, project, "GET", "/get-session");
    expect([answer.status, answer.text]).toEqual([200, "null"]);
  });

  it("signs in again after a sign-out, with an address in any case", async () => {
    const project = await createSignInProject();
    const { email, cookie, user } = await signUp(lane, project);
    const out = await askAuth(lane, project, "POST", "/sign-out", { cookie, body: {} });
    expect([out.json, cookieOf(out)]).toEqual([{ success: true }, null]);
    const body = { email: email.toUpperCase(), password: PASSWORD, callbackURL: "/welcome" };
    const signedIn = await askAuth(lane, project, "POST", "/sign-in/email", { body });
    const sessionExpiresAt = expect.any(String);
    const token = expect.any(String);
    expect(signedIn.json).toEqual({ redirect: true, url: "/welcome", token, user, sessionExpiresAt });
    expect(signedIn.headers.get("location")).toBe("/welcome");
    expect(cookieOf(signedIn)).not.toBe(cookie);
  });

  it("SE-02: a cookie that was signed out is worth nothing, at once", async () => {
    const project = await createSignInProject();
    const { cookie } = await signUp(lane, project);
    await askAuth(lane, project, "POST", "/sign-out", { cookie, body: {} });
    for (const other of [lane, await anotherProcess()]) {
      const answer = await askAuth(other, project, "GET", "/get-session", { cookie });
      expect([answer.status, answer.text, cookieOf(answer)]).toEqual([200, "null", null]);
    }
  });

  it("EN-01: an unknown address and a wrong password get the same bytes", async () => {
    const project = await createSignInProject();
    const { email } = await signUp(lane, project);
    const headers = { "X-Request-Id": "req_the-same-for-both" };
    const answers = [];
    for (const address of [email, newEmail()]) {
      const body = { email: address, password: "not the password at all" };
      answers.push(await askAuth(lane, project, "POST", "/sign-in/email", { body, headers }));
    }
    const [wrong, unknown] = answers;
    if (!wrong || !unknown) throw new Error("two answers");
    expectAuthRefusal(wrong, "INVALID_EMAIL_OR_PASSWORD");
    const comparable = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name !== "date"));
    expect([unknown.status, unknown.text, comparable(unknown.headers)]).toEqual([
      wrong.status,
      wrong.text,
      comparable(wrong.headers),
    ]);
  });

  it("EN-02: if addresses must be verified, one that is taken gets the answer of a new one", async () => {
    const project = await createSignInProject({ requireVerifiedEmail: true });
    const email = newEmail();
    const body = { name: "Ada", email, password: PASSWORD };
    const first = await askAuth(lane, project, "POST", "/sign-up/email", { body });
    const second = await askAuth(lane, project, "POST", "/sign-up/email", { body });
    expect(first.json.token).toBeNull();
    const cookies = ({ headers }: Answer) => headers.getSetCookie().map((field) => field.replace(/=[^;]+/, ""));
    expect(cookies(first)).toEqual([expect.stringMatching(/^coppice_email-verification_/)]);
    const { id, createdAt, updatedAt, ...rest } = second.json.user;
    expect({ ...second.json, user: { ...first.json.user, ...rest } }).toEqual(first.json);
    expect(id).not.toBe(first.json.user.id);
    expect([second.status, cookies(second)]).toEqual([200, cookies(first)]);
    const signIn = await askAuth(lane, project, "POST", "/sign-in/email", { body: { email, password: PASSWORD } });
    expectAuthRefusal(signIn, "EMAIL_NOT_VERIFIED");
  });

  it("EN-02: elsewhere the caller is told that the address is taken, as the client expects", async () => {
    const project = await createSignInProject();
    const { email } = await signUp(lane, project);
    const body = { name: "Eve", email, password: "another good long password" };
    expectAuthRefusal(
      await askAuth(lane, project, "POST", "/sign-up/email", { body }),
      "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
    );
  });

  it("LG-01: nothing that a user or a browser had in hand is in any log", async () => {
    const project = await createSignInProject();
    await signUp(lane, project);
    const logs = readLogs();
    expect(usedSecrets.size).toBeGreaterThan(3);
    for (const secret of usedSecrets) expect(logs.includes(secret)).toBe(false);
  });
});

describe("a queue of passwords to hash", () => {
  it("PW-10: of two hundred sign-ins at once some are let in; the others are told at once to try again, and the rest of the service goes on", async () => {
    const project = await createSignInProject();
    const { cookie } = await signUp(lane, project);
    const body = () => ({ body: { email: newEmail(), password: "not the password at all" } });
    const order: string[] = [];
    const done = (name: string) => (answer: Answer) => {
      order.push(`${name} ${answer.status}`);
      return answer;
    };
    const signIns = Array.from({ length: 200 }, () =>
      askAuth(lane, project, "POST", "/sign-in/email", body()).then(done("sign-in")),
    );
    const others = Array.from({ length: 10 }, () => [
      // Not /ready, which gives a host up that a busy machine keeps waiting.
      ask(lane, "GET", "/info").then(done("info")),
      askAuth(lane, project, "GET", "/get-session", { cookie }).then(done("session")),
    ]).flat();
    await Promise.all(others);
    const answers = await Promise.all(signIns);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(200);
    for (const answer of answers) {
      if (answer.status === 503) expectAuthRefusal(answer, "SERVICE_UNAVAILABLE");
      else expectAuthRefusal(answer, "INVALID_EMAIL_OR_PASSWORD");
    }
    expect(new Set(refused.map(({ headers }) => headers.get("x-retry-after")))).toEqual(new Set(["1"]));
    // Nothing else waits for the passwords: quick answers and refusals are out before the last of them.
    const lastHashed = order.lastIndexOf("sign-in 401");
    expect(order.filter((name) => name === "info 200")).toHaveLength(10);
    expect(order.filter((name) => name === "session 200")).toHaveLength(10);
    for (const quick of ["info 200", "session 200", "sign-in 503"]) {
      expect(order.lastIndexOf(quick), quick).toBeLessThan(lastHashed);
    }
  });
});

import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { banUser } from "@/lib/sign-in/users/ban";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { endUserSessions } from "@/lib/sign-in/users/end-sessions";
import type { UserAddress } from "@/lib/sign-in/users/user-address";
import { anotherProcess, lane, laneContext } from "@/tests/support/lanes";
import {
  askAuth,
  cookieOf,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";

const ENDINGS: [string, (ctx: Context, address: UserAddress) => Promise<unknown>][] = [
  ["banned", banUser],
  ["deleted", deleteUserByOwner],
  ["signed out everywhere", endUserSessions],
];

const addressOf = ({ id }: SignInProject, userId: string): UserAddress => ({ projectId: id, userId });

describe("a session", () => {
  it.each(ENDINGS)(
    "SE-03: of a user who is %s by the owner is worth nothing from the next request on",
    async (_words, end) => {
      const project = await createSignInProject();
      const { cookie, user } = await signUp(lane, project);
      expect((await askAuth(lane, project, "GET", "/get-session", { cookie })).json.user.id).toBe(user.id);
      await end(await laneContext(), addressOf(project, user.id));
      for (const everywhere of [lane, await anotherProcess()]) {
        expect((await askAuth(everywhere, project, "GET", "/get-session", { cookie })).text).toBe("null");
        const token = await askAuth(everywhere, project, "GET", "/token", { cookie });
        expectAuthRefusal(token, "UNAUTHORIZED");
      }
    },
  );

  it("SE-09: of another user is ended by nobody else, and the answer is that for one that is not there", async () => {
    const project = await createSignInProject();
    const [mine, theirs] = [await signUp(lane, project), await signUp(lane, project)];
    const answers = [];
    for (const token of [mine.token, "ses_00000000000000000000"]) {
      const { cookie } = theirs;
      const answer = await askAuth(lane, project, "POST", "/revoke-session", { cookie, body: { token } });
      answers.push([answer.status, answer.text, answer.headers.getSetCookie()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    const { cookie } = mine;
    expect((await askAuth(lane, project, "GET", "/get-session", { cookie })).json.session.id).toBe(mine.token);
    const listed = await askAuth(lane, project, "GET", "/list-sessions", { cookie: theirs.cookie });
    expect(listed.json.map(({ id }: { id: string }) => id)).toEqual([theirs.token]);
  });

  it("SE-12: in a shared browser nothing of the first user is kept, and a late request of theirs says nothing", async () => {
    const project = await createSignInProject();
    const first = await signUp(lane, project);
    const before = await askAuth(lane, project, "GET", "/get-session", { cookie: first.cookie });
    expect(before.headers.get("cache-control")).toMatch(/no-store/);
    const out = await askAuth(lane, project, "POST", "/sign-out", { cookie: first.cookie, body: {} });
    expect(cookieOf(out)).toBeNull();
    const second = await signUp(lane, project);
    const late = await askAuth(lane, project, "GET", "/get-session", { cookie: first.cookie });
    expect([late.text, late.headers.get("cache-control")]).toEqual(["null", expect.stringContaining("no-store")]);
    for (const path of ["/list-sessions", "/list-accounts", "/token"]) {
      const answer = await askAuth(lane, project, "GET", path, { cookie: first.cookie });
      expectAuthRefusal(answer, "UNAUTHORIZED");
      expect(answer.text).not.toContain(first.user.id);
    }
    const now = await askAuth(lane, project, "GET", "/get-session", { cookie: second.cookie });
    expect(now.json.user.id).toBe(second.user.id);
  });

  it("SE-12: a sign-in over the session of another user ends that one", async () => {
    const project = await createSignInProject();
    const [first, second] = [await signUp(lane, project), await signUp(lane, project)];
    const body = { email: second.email, password: PASSWORD };
    const over = await askAuth(lane, project, "POST", "/sign-in/email", { body, cookie: first.cookie });
    expect(over.json.user.id).toBe(second.user.id);
    expect((await askAuth(lane, project, "GET", "/get-session", { cookie: first.cookie })).text).toBe("null");
  });

  it("SE-13: is refused, not assumed, when the project's settings or its signing key cannot be read", async () => {
    const project = await createSignInProject();
    const { cookie } = await signUp(lane, project);
    expect((await askAuth(lane, project, "GET", "/token", { cookie })).status).toBe(200);
    const { db } = await laneContext();
    await db.signingKey.updateMany({ where: { projectId: project.id }, data: { privateJwk: "s1.gone.AAAA" } });
    const fresh = await anotherProcess();
    expectAuthRefusal(await askAuth(fresh, project, "GET", "/token", { cookie }), "INTERNAL_SERVER_ERROR");
    expect((await askAuth(lane, project, "GET", "/get-session", { cookie })).status).toBe(200);
    await db.project.update({ where: { id: project.id }, data: { settings: { session: "broken" } } });
    const broken = await askAuth(lane, project, "GET", "/get-session", { cookie });
    expectAuthRefusal(broken, "INTERNAL_SERVER_ERROR");
    expect(broken.text).not.toMatch(/user|session/i);
    const signIn = { body: { email: newEmail(), password: PASSWORD } };
    expectAuthRefusal(await askAuth(lane, project, "POST", "/sign-in/email", signIn), "INTERNAL_SERVER_ERROR");
    await db.project.delete({ where: { id: project.id } });
    const healthy = await createSignInProject();
    await signUp(lane, healthy);
  });
});

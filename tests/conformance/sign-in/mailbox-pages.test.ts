import { describe, expect, it } from "vitest";
import { type Lane, lane, laneContext } from "@/tests/support/lanes";
import { lastMailTo } from "@/tests/support/mailbox";
import { lastProof, tokenOf } from "@/tests/support/mailed-proof";
import { askAuth, createSignInProject, newEmail, type SignInProject, signUp } from "@/tests/support/sign-in-lanes";

const PASSWORD_FIELD = /<input[^>]*type="password"/;

/** The page of a link, as a browser opens it that sends these cookies. */
async function openPage(lane: Lane, link: string, cookie = ""): Promise<string> {
  const url = new URL(link);
  const response = await fetch(`${lane.baseUrl}${url.pathname}${url.search}`, { headers: { cookie } });
  expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
  return response.text();
}

/** Presses the page's button. Answers where that leads and the cookie it sets. */
async function pressButton(lane: Lane, project: SignInProject, link: string, fields: object, cookie = "") {
  const token = tokenOf(link);
  const response = await fetch(
    `${lane.baseUrl}/auth/${project.id}/forms/verify-email?${new URLSearchParams({ token })}`,
    {
      method: "POST",
      headers: { cookie, origin: new URL(link).origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token, ...fields }).toString(),
      redirect: "manual",
    },
  );
  expect(response.status).toBe(303);
  const location = new URL(response.headers.get("location") ?? "");
  const cookies = response.headers.getSetCookie().map((field) => field.split(";", 1)[0] ?? "");
  return { done: location.searchParams.get("done"), link: location.href, cookie: cookies.join("; ") };
}

describe("the page that a mail about an address leads to", () => {
  it("is one button at first, which is enough for a signed-in user: a mail on the web hides the session from the page", async () => {
    const project = await createSignInProject();
    const { email, cookie } = await signUp(lane, project);
    const { link } = await lastProof(await laneContext(), email, "email-verification");
    if (link === null) throw new Error("no link");
    expect(await openPage(lane, link)).not.toMatch(PASSWORD_FIELD);
    expect((await pressButton(lane, project, link, {}, cookie)).done).toBe("email-verification");
    const session = await askAuth(lane, project, "GET", "/get-session", { cookie });
    expect(session.json.user.emailVerified).toBe(true);
  });

  it("asks in any other browser for the password once the button was pressed there", async () => {
    const project = await createSignInProject();
    const { email } = await signUp(lane, project);
    const { link } = await lastProof(await laneContext(), email, "email-verification");
    if (link === null) throw new Error("no link");
    const refused = await pressButton(lane, project, link, {});
    expect([refused.done, tokenOf(refused.link)]).toEqual([null, tokenOf(link)]);
    expect(await openPage(lane, refused.link, refused.cookie)).toMatch(PASSWORD_FIELD);
    const wrong = await pressButton(lane, project, link, { password: "not the password" });
    expect(wrong.done).toBeNull();
    const right = await pressButton(lane, project, link, { password: "correct horse battery staple" });
    expect(right.done).toBe("email-verification");
  });

  it("completes a change of address for a signed-in user, and tells others to sign in first", async () => {
    const project = await createSignInProject();
    const ctx = await laneContext();
    const { email, cookie, user } = await signUp(lane, project);
    await ctx.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    const to = newEmail();
    const asked = await askAuth(lane, project, "POST", "/change-email", { cookie, body: { newEmail: to } });
    expect(asked.json).toEqual({ status: true });
    const confirmation = (await lastMailTo(ctx, email, "change-email-confirmation")).link;
    expect((await pressButton(lane, project, confirmation, {})).done).toBe("change-email-confirmation");
    const { link } = await lastProof(ctx, to, "change-email-verification");
    if (link === null) throw new Error("no link");
    expect(await openPage(lane, link)).toContain("/forms/verify-email");
    const elsewhere = await pressButton(lane, project, link, {});
    expect(elsewhere.done).toBeNull();
    expect(await openPage(lane, elsewhere.link, elsewhere.cookie)).not.toContain("/forms/verify-email");
    expect((await pressButton(lane, project, link, {}, cookie)).done).toBe("change-email-verification");
    const session = await askAuth(lane, project, "GET", "/get-session", { cookie });
    expect(session.json.user.email).toBe(to);
  });
});

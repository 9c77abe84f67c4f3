import { createAuthClient } from "better-auth/client";
import { describe, expect, it } from "vitest";
import { type Lane, lane, usedSecrets } from "@/tests/support/lanes";
import { APP_ORIGIN, createSignInProject, newEmail, PASSWORD, type SignInProject } from "@/tests/support/sign-in-lanes";

/** Makes a fetch that does a browser's work for the client: it keeps cookies and says where the page is from. */
function browserFetch(): typeof fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", APP_ORIGIN);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split("=") ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
      if (value !== "") usedSecrets.add(value);
    }
    return response;
  };
}

/** The published client as it is, with a base URL and two headers. */
function connect(lane: Lane, project: SignInProject) {
  return createAuthClient({
    baseURL: lane.baseUrl,
    basePath: "/v1/auth-tenant",
    fetchOptions: {
      headers: { "x-coppice-project-id": project.id, authorization: `Bearer ${project.publicKey}` },
      customFetchImpl: browserFetch(),
    },
  });
}

describe("the unmodified better-auth client", () => {
  it("signs up, sees its session, signs out and in again", async () => {
    const client = connect(lane, await createSignInProject());
    const email = newEmail();
    expect(await client.getSession()).toEqual({ data: null, error: null });
    const signedUp = await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    expect(signedUp.data?.user).toMatchObject({ email, name: "Ada", createdAt: expect.any(Date) });
    const session = await client.getSession();
    expect(session.data?.user.email).toBe(email);
    expect(session.data?.session.expiresAt).toBeInstanceOf(Date);
    expect((await client.signOut()).data).toEqual({ success: true });
    expect((await client.getSession()).data).toBeNull();
    const wrong = await client.signIn.email({ email, password: "not the password" });
    expect(wrong.error).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
    const signedIn = await client.signIn.email({ email, password: PASSWORD, rememberMe: false });
    expect(signedIn.data?.user.email).toBe(email);
    expect((await client.getSession()).data?.user.email).toBe(email);
  });

  it("lists and ends sessions", async () => {
    const project = await createSignInProject();
    const [first, second] = [connect(lane, project), connect(lane, project)];
    const email = newEmail();
    await first.signUp.email({ name: "Ada", email, password: PASSWORD });
    await second.signIn.email({ email, password: PASSWORD });
    const sessions = (await first.listSessions()).data ?? [];
    const own = (await first.getSession()).data?.session.token;
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ token }) => token !== own)?.token ?? "";
    expect((await first.revokeSession({ token: other })).data).toEqual({ status: true });
    expect((await second.getSession()).data).toBeNull();
    await second.signIn.email({ email, password: PASSWORD });
    expect((await first.revokeOtherSessions()).data).toEqual({ status: true });
    expect((await second.getSession()).data).toBeNull();
    expect((await first.revokeSessions()).data).toEqual({ status: true });
    expect((await first.getSession()).data).toBeNull();
    expect((await first.listSessions()).error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });

  it("changes the user and the password, and deletes the user", async () => {
    const client = connect(lane, await createSignInProject());
    const email = newEmail();
    const newPassword = "another very good passphrase";
    usedSecrets.add(newPassword);
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    expect((await client.updateUser({ name: "Grace", image: null })).data).toEqual({ status: true });
    expect((await client.getSession()).data?.user.name).toBe("Grace");
    const change = { currentPassword: PASSWORD, newPassword };
    const changed = await client.changePassword({ ...change, revokeOtherSessions: true });
    expect(changed.data?.user.email).toBe(email);
    expect(changed.data?.token).toEqual(expect.any(String));
    expect((await client.changePassword(change)).error).toMatchObject({ status: 400, code: "INVALID_PASSWORD" });
    expect((await client.listAccounts()).data).toMatchObject([{ providerId: "credential", scopes: [] }]);
    expect((await client.$fetch("/verify-password", { method: "POST", body: { password: newPassword } })).data).toEqual(
      {
        status: true,
      },
    );
    const token = await client.$fetch<{ token: string }>("/token");
    expect(token.data?.token.split(".")).toHaveLength(3);
    const deleted = await client.deleteUser({ password: newPassword });
    expect(deleted.data).toEqual({ success: true, message: "User deleted" });
    expect((await client.getSession()).data).toBeNull();
    const again = await client.signIn.email({ email, password: newPassword });
    expect(again.error).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
  });

  it("is told the fault of a sign-up", async () => {
    const project = await createSignInProject();
    const email = newEmail();
    await connect(lane, project).signUp.email({ name: "Ada", email, password: PASSWORD });
    const codeOf = async (input: { name: string; email: string; password: string }) =>
      (await connect(lane, project).signUp.email(input)).error?.code;
    expect(await codeOf({ name: "Eve", email, password: PASSWORD })).toBe("USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
    expect(await codeOf({ name: "Eve", email: newEmail(), password: "x7#k" })).toBe("PASSWORD_TOO_SHORT");
    expect(await codeOf({ name: "Eve", email: newEmail(), password: "password123" })).toBe("PASSWORD_COMPROMISED");
    expect(await codeOf({ name: "Eve", email: "nobody", password: PASSWORD })).toBe("VALIDATION_ERROR");
  });
});

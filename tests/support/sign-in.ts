import { expect } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import type { UserContext } from "@/lib/sign-in/context";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import type { User } from "@/lib/sign-in/users/resource";
import { createOrganisation, makeContext } from "./context";
import { insertProject } from "./projects";
import { send, type TestRequest, withoutCookies } from "./test-browser";

export const PASSWORD = "correct horse battery staple";

/** A request to a project of its own, by a browser without a cookie. */
export async function makeUserContext(
  options: Parameters<typeof makeContext>[0] & { settings?: unknown } = {},
): Promise<TestRequest & ServiceContext> {
  const { settings, ...rest } = options;
  const { id, name, status, settings: effective } = await insertProject(await createOrganisation(), { settings });
  const ctx = await makeContext({ actor: { kind: "anonymous", id: "anonymous" }, ...rest });
  return { ...ctx, project: { id, name, status, settings: effective, hasSso: false }, ...withoutCookies() };
}

let count = 0;

export function newEmail(): string {
  count += 1;
  return `user${count}-${process.pid}@example.com`;
}

/** A new user, signed in by this request's browser. */
export async function signUp(ctx: TestRequest, email = newEmail(), password = PASSWORD): Promise<User> {
  const { user } = await send(ctx, signUpWithPassword, { name: "Ada", email, password });
  return user;
}

export async function expectSignInError(promise: Promise<unknown>, code: string): Promise<void> {
  await expect(promise).rejects.toMatchObject({ name: "SignInError", code });
}

/** The project's security events, as kind, outcome and reason, sorted. */
export async function eventsOf(ctx: UserContext): Promise<string[]> {
  const rows = await ctx.db.securityEvent.findMany({ where: { projectId: ctx.project.id } });
  return rows.map(({ kind, outcome, reason }) => [kind, outcome, reason ?? []].flat().join(" ")).sort();
}

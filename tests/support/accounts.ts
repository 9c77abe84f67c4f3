import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { ServiceContext } from "@/lib/runtime";
import { dashboardProjectId, makeContext, random } from "./context";
import { type TestRequest, withoutCookies } from "./test-browser";

interface TestAccount {
  userId: string;
  email: string;
  /** Acts as the account, outside any organisation. */
  ctx: Context;
}

/** An account of the dashboard that is in no organisation. */
export async function createAccount(
  options: Parameters<typeof makeContext>[0] & { email?: string; emailVerified?: boolean } = {},
): Promise<TestAccount> {
  const { email, emailVerified = true, ...rest } = options;
  const userId = createId("user", random);
  const ctx = await makeContext({ actor: { kind: "user", id: userId }, ...rest });
  const address = email ?? `${userId.slice(4)}@accounts.example`;
  const projectId = await dashboardProjectId(ctx.db);
  const createdAt = ctx.clock.now();
  await ctx.db.user.create({ data: { id: userId, projectId, email: address, emailVerified, name: "", createdAt } });
  return { userId, email: address, ctx };
}

/** A request to the dashboard's own project, by a browser without cookies. */
export async function dashboardRequest(
  options: Parameters<typeof makeContext>[0] = {},
): Promise<TestRequest & ServiceContext> {
  const ctx = await makeContext({ actor: { kind: "anonymous", id: "anonymous" }, ...options });
  const project = await ctx.signIn.projects.find(await dashboardProjectId(ctx.db));
  if (project === null) throw new Error("there is no project of the dashboard");
  return { ...ctx, project, ...withoutCookies() };
}

/** Lets people make accounts and organisations by themselves, or not, for as long as `work` takes. */
export async function withSignUp<T>(ctx: Context, isOpen: boolean, work: () => Promise<T>): Promise<T> {
  const where = { id: await dashboardProjectId(ctx.db) };
  const { settings } = await ctx.db.project.findUniqueOrThrow({ where });
  const stored = { requireVerifiedEmail: true, ...(isOpen ? {} : { methods: { signUp: false } }) };
  await ctx.db.project.update({ where, data: { settings: stored } });
  try {
    return await work();
  } finally {
    await ctx.db.project.update({ where, data: { settings: settings ?? {} } });
  }
}

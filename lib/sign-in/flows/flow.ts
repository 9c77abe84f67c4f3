import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import { addSeconds } from "../add-seconds";
import { type BrowserCookie, deletedCookie, type FlowKind } from "../browser-cookie";
import type { SignInContext, UserContext } from "../context";

/** What the next step of a flow needs to know, which must never hold a secret. */
export type FlowData = Record<string, string | number | boolean | null>;
type FlowSecrets = Record<string, string>;

export interface Flow {
  id: string;
  userId: string | null;
  data: FlowData;
  /** Secrets that only this browser has, in its sealed cookie. */
  secrets: FlowSecrets;
}

interface FlowStart {
  kind: FlowKind;
  userId?: string | null;
  data?: FlowData;
  secrets?: FlowSecrets;
  lifetimeSeconds: number;
}

const CookieContent = z.object({ id: z.string(), projectId: z.string(), secrets: z.record(z.string(), z.string()) });

interface FlowPlace extends SignInContext {
  project: { id: string };
}

/** Starts a flow in this browser: inserts its row and returns the sealed cookie that names it. */
export async function startFlow(ctx: FlowPlace, start: FlowStart): Promise<{ id: string; cookie: BrowserCookie }> {
  const { kind, userId = null, data = {}, secrets = {}, lifetimeSeconds } = start;
  const id = createId("flow", ctx.random);
  const now = ctx.clock.now();
  const expiresAt = addSeconds(now, lifetimeSeconds);
  const row = { id, projectId: ctx.project.id, userId, kind, data, createdAt: now, expiresAt };
  await ctx.db.flow.create({ data: row, select: { id: true } });
  // The row holds the end of the flow, so the seal need not.
  const value = await sealData({ id, projectId: ctx.project.id, secrets }, { password: ctx.signIn.flowSecret, ttl: 0 });
  return { id, cookie: { kind, value, maxAgeSeconds: lifetimeSeconds } };
}

/** Returns this browser's flow and leaves it in place; `null` without a valid cookie or when it has ended. */
export async function findFlow(ctx: UserContext, kind: FlowKind): Promise<Flow | null> {
  const content = await readFlowCookie(ctx, kind);
  if (!content) return null;
  const where = { id: content.id, projectId: ctx.project.id, kind, expiresAt: { gt: ctx.clock.now() } };
  const row = await ctx.db.flow.findFirst({ where, select: { userId: true, data: true } });
  return row && { id: content.id, userId: row.userId, data: row.data as FlowData, secrets: content.secrets };
}

interface TakenFlow {
  flow: Flow | null;
  cookies: BrowserCookie[];
}

/** Ends this browser's flow; only one of several concurrent requests gets it. `condition`: which flows it may be. */
export async function takeFlow(
  ctx: UserContext,
  kind: FlowKind,
  condition: Prisma.Sql = Prisma.sql`true`,
): Promise<TakenFlow> {
  const content = await readFlowCookie(ctx, kind);
  if (!content) return { flow: null, cookies: [] };
  const cookies = [deletedCookie(kind)];
  const [row] = await readRows<{ userId: string | null; data: FlowData; expiresAt: Date }>(
    ctx.db,
    Prisma.sql`
    delete from flow where id = ${content.id} and project_id = ${ctx.project.id} and kind = ${kind} and ${condition}
    returning user_id as "userId", data, expires_at as "expiresAt"`,
  );
  if (!row || row.expiresAt <= ctx.clock.now()) return { flow: null, cookies };
  const { id, secrets } = content;
  return { flow: { id, userId: row.userId, data: row.data, secrets }, cookies };
}

/** Counts an attempt and ends the flow at the last one allowed. Returns how many have been made. */
export async function countFlowAttempt(ctx: UserContext, id: string, allowed: number): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ attempts: number }[]>`
    update flow set attempts = attempts + 1 where id = ${id} and project_id = ${ctx.project.id} returning attempts`;
  const attempts = row?.attempts ?? allowed;
  if (attempts >= allowed) await ctx.db.flow.deleteMany({ where: { id, projectId: ctx.project.id } });
  return attempts;
}

async function readFlowCookie(ctx: UserContext, kind: FlowKind): Promise<z.infer<typeof CookieContent> | null> {
  const value = ctx.cookie(kind);
  if (value === null) return null;
  const content = CookieContent.safeParse(await unsealData(value, { password: ctx.signIn.flowSecret, ttl: 0 }));
  return content.success && content.data.projectId === ctx.project.id ? content.data : null;
}

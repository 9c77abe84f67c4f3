import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import { addSeconds } from "../../core/add-seconds";
import { type BrowserCookie, deletedCookie, type FlowKind } from "../browser-cookie";
import type { SignInContext, UserContext } from "../context";

/** The data that the next step of a flow needs, which must never hold a secret. */
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

interface FlowPlace extends SignInContext {
  project: { id: string };
  /** The browser's cookies, where the flow begins in a request of its own. */
  cookie?: UserContext["cookie"];
}

/** Starts a flow in this browser beside those of its other tabs: inserts its row and returns the sealed cookie that names it. */
export async function startFlow(ctx: FlowPlace, start: FlowStart): Promise<{ id: string; cookie: BrowserCookie }> {
  const { kind, userId = null, data = {}, secrets = {}, lifetimeSeconds } = start;
  const id = createId("flow", ctx.random);
  const now = ctx.clock.now();
  const expiresAt = addSeconds(now, lifetimeSeconds);
  const row = { id, projectId: ctx.project.id, userId, kind, data, createdAt: now, expiresAt };
  await ctx.db.flow.create({ data: row, select: { id: true } });
  const named = { id, secrets, until: Math.floor(expiresAt.getTime() / 1_000) };
  const cookie = await writeFlowCookie(ctx, kind, [named, ...(await readFlowCookie(ctx, kind))], now);
  return { id, cookie };
}

type Condition = (flow: Flow) => boolean;

/** Returns the newest of this browser's flows that fits and leaves it in place; `null` where there is none. */
export async function findFlow(ctx: UserContext, kind: FlowKind, fits: Condition = () => true): Promise<Flow | null> {
  const named = await readFlowCookie(ctx, kind);
  if (named.length === 0) return null;
  const where = { id: { in: named.map(({ id }) => id) }, projectId: ctx.project.id, kind };
  const rows = await ctx.db.flow.findMany({
    where: { ...where, expiresAt: { gt: ctx.clock.now() } },
    select: { id: true, userId: true, data: true },
  });
  for (const { id, secrets } of named) {
    const row = rows.find((each) => each.id === id);
    const flow = row && { id, userId: row.userId, data: row.data as FlowData, secrets };
    if (flow && fits(flow)) return flow;
  }
  return null;
}

interface TakenFlow {
  flow: Flow | null;
  cookies: BrowserCookie[];
}

/** Ends the newest of this browser's flows that fits; only one of several concurrent requests gets it. */
export async function takeFlow(ctx: UserContext, kind: FlowKind, fits?: Condition): Promise<TakenFlow> {
  const named = await readFlowCookie(ctx, kind);
  if (named.length === 0) return { flow: null, cookies: ctx.cookie(kind) === null ? [] : [deletedCookie(kind)] };
  const found = await findFlow(ctx, kind, fits);
  const others = found === null ? [] : named.filter(({ id }) => id !== found.id);
  const cookies = [others.length === 0 ? deletedCookie(kind) : await writeFlowCookie(ctx, kind, others)];
  if (found === null) return { flow: null, cookies };
  const { id, secrets } = found;
  const [row] = await readRows<{ userId: string | null; data: FlowData }>(
    ctx.db,
    Prisma.sql`
    delete from flow where id = ${id} and project_id = ${ctx.project.id} and kind = ${kind}
    returning user_id as "userId", data`,
  );
  return { flow: row ? { id, userId: row.userId, data: row.data, secrets } : null, cookies };
}

/** Counts an attempt and ends the flow at the last one allowed. Returns how many were made; `null` for an ended flow. */
export async function countFlowAttempt(ctx: UserContext, id: string, allowed: number): Promise<number | null> {
  const [row] = await ctx.db.$queryRaw<{ attempts: number }[]>`
    update flow set attempts = attempts + 1 where id = ${id} and project_id = ${ctx.project.id} returning attempts`;
  if (row === undefined) return null;
  const { attempts } = row;
  if (attempts >= allowed) await ctx.db.flow.deleteMany({ where: { id, projectId: ctx.project.id } });
  return attempts;
}

/**
 * The number of tabs of one browser that may have a flow of one kind under way: with more, the cookie would become too
 * large. A second factor is due once, for the sign-in that came last.
 */
const maxFlowsOf = (kind: FlowKind) => (kind === "two-factor" ? 1 : 3);

const NamedFlow = z.object({ id: z.string(), secrets: z.record(z.string(), z.string()), until: z.number() });
type NamedFlow = z.infer<typeof NamedFlow>;

const CookieContent = z.object({ projectId: z.string(), flows: z.array(NamedFlow) });

/** The rows hold the ends of the flows, so the seal need not. */
const SEALED_WITHOUT_END = { ttl: 0 };

async function readFlowCookie(ctx: FlowPlace, kind: FlowKind): Promise<NamedFlow[]> {
  const value = ctx.cookie?.(kind) ?? null;
  if (value === null) return [];
  const opened = await unsealData(value, { password: ctx.signIn.flowSecret, ...SEALED_WITHOUT_END });
  const { success, data } = CookieContent.safeParse(opened);
  const now = ctx.clock.now().getTime();
  return success && data.projectId === ctx.project.id ? data.flows.filter(({ until }) => until * 1_000 > now) : [];
}

async function writeFlowCookie(
  ctx: FlowPlace,
  kind: FlowKind,
  flows: readonly NamedFlow[],
  now = ctx.clock.now(),
): Promise<BrowserCookie> {
  const kept = flows.slice(0, maxFlowsOf(kind));
  const content = { projectId: ctx.project.id, flows: kept };
  const value = await sealData(content, { password: ctx.signIn.flowSecret, ...SEALED_WITHOUT_END });
  const lastsUntil = Math.max(...kept.map(({ until }) => until));
  return { kind, value, maxAgeSeconds: lastsUntil - Math.floor(now.getTime() / 1_000) };
}

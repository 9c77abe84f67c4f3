import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "@/lib/core/crypto/password";
import { createId } from "@/lib/core/ids";
import { PROJECT_ID_HEADER } from "@/lib/core/service";
import type { ServiceContext } from "@/lib/runtime";
import type { CleanUp } from "../clean-up";
import { goal, milliseconds, type Table, times } from "../report";
import { quantile, timed } from "../statistics";
import { APP_ORIGIN, type App } from "./app";
import { Clients } from "./clients";
import { messageOf } from "./fan-out";
import { post, type Sender } from "./sides";

const SOCKETS = 1_000;
const PER_SECOND = 5;
const AT_MOST = 1.5;
const EMAIL = "user@example.com";
const PASSWORD = "correct horse battery staple";

interface Took {
  alone: number[];
  beside: number[];
}

/** Measures the time of sign-ins while messages go to many sockets as fast as they can, and while none do, in turn. */
export async function signInsTable(
  cleanUp: CleanUp,
  ctx: ServiceContext,
  apps: readonly { what: string; app: App }[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Table> {
  const rows: string[][] = [];
  for (const { what, app } of apps) {
    await insertUser(ctx, app.projectId);
    const took = await measureApp(cleanUp, app, rounds, seconds);
    rows.push(row(`${what}, p50`, took, 0.5, null), row(`${what}, p99`, took, 0.99, AT_MOST));
  }
  const count = SOCKETS.toLocaleString("en");
  return {
    title: `Sign-ins beside the fan-out to ${count} sockets, ${PER_SECOND} a second (${rounds} rounds of ${seconds} s)`,
    columns: ["Sockets", "Beside", "Alone", "Ratio", "Goal", "Met"],
    rows,
  };
}

async function measureApp(cleanUp: CleanUp, app: App, rounds: number, seconds: number): Promise<Took> {
  const clients = new Clients(cleanUp);
  await clients.open(app.target, SOCKETS);
  const sender = await app.openSender();
  const headers = { [PROJECT_ID_HEADER]: app.projectId, authorization: `Bearer ${app.publicKey}`, origin: APP_ORIGIN };
  const signIn = () =>
    post(`${app.webUrl}/v1/auth-tenant/sign-in/email`, { email: EMAIL, password: PASSWORD }, headers);
  await signIn();
  const took: Took = { alone: [], beside: [] };
  for (let round = 0; round < rounds; round += 1) {
    took.alone.push(...(await signInsOver(seconds, signIn)));
    const end = new AbortController();
    const published = publishUntil(sender, clients, end.signal);
    took.beside.push(...(await signInsOver(seconds, signIn)));
    end.abort();
    await published;
  }
  await clients.ask({ do: "close" });
  sender.close();
  return took;
}

function row(what: string, took: Took, share: number, atMost: number | null): string[] {
  const [beside, alone] = [quantile(took.beside, share), quantile(took.alone, share)];
  const ratio = beside / alone;
  return [what, milliseconds(beside), milliseconds(alone), times(ratio), ...goal(ratio, atMost, "≤")];
}

async function signInsOver(seconds: number, signIn: () => Promise<void>): Promise<number[]> {
  const startedAt = performance.now();
  const all = Array.from({ length: seconds * PER_SECOND }, async (_, n) => {
    await sleep(Math.max(0, startedAt + (n * 1_000) / PER_SECOND - performance.now()));
    return timed(signIn);
  });
  return Promise.all(all);
}

/** The next message is sent once everyone has the one before. */
async function publishUntil(sender: Sender, clients: Clients, end: AbortSignal): Promise<void> {
  for (let n = 0; !end.aborted; n += 1) {
    const arrived = clients.ask({ do: "await", total: SOCKETS });
    await sender.send(messageOf(n));
    await arrived;
  }
}

async function insertUser(ctx: ServiceContext, projectId: string): Promise<void> {
  const [userId, passwordHash] = [createId("user", ctx.random), await hashPassword(PASSWORD)];
  await ctx.db.user.create({ data: { id: userId, projectId, email: EMAIL, emailVerified: true, name: "Ada" } });
  await ctx.db.account.create({
    data: {
      id: createId("account", ctx.random),
      projectId,
      userId,
      providerId: "credential",
      accountId: userId,
      passwordHash,
    },
  });
}

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

/** How long sign-ins take while messages go to many sockets as fast as they can, and while none do, in turn. */
export async function signInsTable(
  cleanUp: CleanUp,
  { app, ctx }: { app: App; ctx: ServiceContext },
  rounds: number,
  seconds: number,
): Promise<Table> {
  await insertUser(ctx, app.projectId);
  const clients = new Clients(cleanUp);
  await clients.open(app.target, SOCKETS);
  const sender = await app.openSender();
  const signIn = () =>
    post(
      `${app.url}/v1/auth-tenant/sign-in/email`,
      { email: EMAIL, password: PASSWORD },
      { [PROJECT_ID_HEADER]: app.projectId, authorization: `Bearer ${app.publicKey}`, origin: APP_ORIGIN },
    );
  await signIn();
  const took: Record<"alone" | "beside", number[]> = { alone: [], beside: [] };
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
  return {
    title: `Sign-ins beside the fan-out to ${SOCKETS.toLocaleString("en")} sockets, ${PER_SECOND} a second (${rounds} rounds of ${seconds} s)`,
    columns: ["What", "Beside", "Alone", "Ratio", "Goal", "Met"],
    rows: [row(took, 0.5, null), row(took, 0.99, AT_MOST)],
  };
}

function row(took: Record<"alone" | "beside", number[]>, share: number, atMost: number | null): string[] {
  const [beside, alone] = [quantile(took.beside, share), quantile(took.alone, share)];
  const ratio = beside / alone;
  return [`p${share * 100}`, milliseconds(beside), milliseconds(alone), times(ratio), ...goal(ratio, atMost, "≤")];
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

import { join } from "node:path";
import type { ServiceContext } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createProject } from "@/lib/sign-in/projects/create";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";
import type { BenchService } from "../service";
import type { Target } from "./clients";
import { openSender, type Side } from "./sides";

const NO_LIMIT = { limit: 10_000, windowSeconds: 1 };
export const APP_ORIGIN = "https://app.example.com";

/** A process that serves sockets, and a project with a room in it. */
export interface App extends Side {
  target: Target & { kind: "coppice" };
  /** The origin at which its users sign in, without a slash at the end. */
  webUrl: string;
  projectId: string;
  publicKey: string;
}

/**
 * Starts the process as a deployment of its own, so that its cost is told apart; or behind a web process that passes
 * its sockets on, as `npm start` does on one machine.
 */
export async function startApp(
  cleanUp: CleanUp,
  name: string,
  { service, ctx, isBehindWeb = false }: { service: BenchService; ctx: ServiceContext; isBehindWeb?: boolean },
): Promise<App> {
  const { organisationId, control, folder, variables } = service;
  const settings = {
    realtime: { topics: [{ pattern: "room", subscribe: "anyone", publish: "anyone" }] },
    ...{ allowedOrigins: [APP_ORIGIN], limits: { signInPerAddress: NO_LIMIT, wrongPerAccount: NO_LIMIT } },
  };
  const { id: projectId } = await createProject(ctx, { organisationId, name, settings });
  await control.query("UPDATE project SET tier = 'team' WHERE id = $1", [projectId]);
  const asked = { organisationId, projectId, name: "bench", scope: "read-write", expiresAt: null } as const;
  const { secret: publicKey } = await createPublicKey(ctx, asked);
  const port = await findFreePort([]);
  const socket: Record<string, string> = isBehindWeb ? { COPPICE_REALTIME_SOCKET: join(folder, "realtime.sock") } : {};
  const start = (role: string) => {
    const shared = { ...variables, ...socket, PORT: String(port), COPPICE_ROLES: role };
    const started = startProcess(join(folder, `${role}-${port}.log`), ["dist/server.js"], shared);
    cleanUp.add(() => started.stop());
    return started;
  };
  const started = start("realtime");
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, isBehindWeb ? start("web") : started);
  const target = {
    ...{ kind: "coppice" as const, url: `ws://127.0.0.1:${port}/v1/realtime` },
    auth: { type: "auth", projectId, key: publicKey },
    subscribe: { type: "subscribe", subscriptionId: "s", kind: "topic", topic: "room" },
  };
  return {
    ...{
      name: "ours",
      webUrl: isBehindWeb ? url : service.baseUrl,
      projectId,
      publicKey,
      pids: [started.child.pid ?? 0],
      target,
    },
    openSender: () =>
      openSender(target.url, "coppice.v1", {
        onOpen: (socket) => socket.send(JSON.stringify(target.auth)),
        onText: (text, socket) => {
          const { type } = JSON.parse(text) as { type: string };
          if (type === "ready") socket.send(JSON.stringify(target.subscribe));
          if (type === "error") throw new Error(text);
          return type === "subscribed" ? "ready" : type === "ack" ? "taken" : null;
        },
        write: (payload) => JSON.stringify({ type: "send", subscriptionId: "s", event: "moved", payload, ref: 1 }),
      }),
  };
}

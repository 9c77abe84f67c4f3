import { once } from "node:events";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import type { Plan } from "@/lib/core/plans";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import { listenForExchange } from "@/lib/http/realtime/exchange-listener";
import { RealtimeSockets } from "@/lib/http/realtime/realtime-sockets";
import type { RealtimeTimes } from "@/lib/http/realtime/times";
import { systemClock } from "@/lib/infra/system";
import type { ServiceContext } from "@/lib/runtime";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { getToken } from "@/lib/sign-in/tokens/get";
import { workerControlUrl } from "./clusters";
import { createOrganisation, makeContext, random, type TestOrganisation, testKey } from "./context";
import { insertProject } from "./projects";
import { type Frame, RealtimeClient } from "./realtime-client";
import { signUp } from "./sign-in";
import { signedInRequest, type TestRequest, withoutCookies } from "./test-browser";

const URL_OF_SERVICE = "http://localhost:3000";

export interface RealtimeServer {
  url: string;
  runtime: Runtime;
  sockets: RealtimeSockets;
  /** The log, one JSON line each. */
  logged: string[];
  /** A socket that has said nothing yet. */
  open(origin?: string): Promise<RealtimeClient>;
  close(): Promise<void>;
}

interface Options {
  times?: Partial<RealtimeTimes>;
  variables?: Record<string, string>;
}

/** Serves sockets in this process, on the worker's own database. */
export async function startRealtime(options: Options = {}): Promise<RealtimeServer> {
  const environment = readEnvironment({
    DATABASE_URL: await workerControlUrl(),
    COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
    COPPICE_URL: URL_OF_SERVICE,
    LOG_LEVEL: "silent",
    COPPICE_ROLES: "realtime",
    CLIENT_ADDRESS_HEADER: CONNECTION_ADDRESS_HEADER,
    ...options.variables,
  });
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const made = createRuntime(environment);
  const runtime: Runtime = { ...made, log, context: (from) => ({ ...made.context(from), log }) };
  const sockets = new RealtimeSockets(runtime, options.times);
  const listener = listenForExchange(runtime, (_request, response) => response.writeHead(404).end());
  const newRequestId = () => createId("request", random);
  const server = createHttpServer(listener, newRequestId, environment.url, {}, sockets);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/realtime`;
  return {
    ...{ url, runtime, sockets, logged },
    open: (origin) => RealtimeClient.open(url, origin),
    async close() {
      await sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runtime.close();
    },
  };
}

export interface RealtimeProject {
  id: string;
  organisation: TestOrganisation;
  key: string;
  ctx: TestRequest & ServiceContext;
}

export const ROOMS = [{ pattern: "room:*", subscribe: "anyone", publish: "anyone", presence: "anyone" }];

/** A project with a public key, whose rooms anyone may use unless told otherwise. */
export async function realtimeProject(
  options: { topics?: object[]; plan?: Plan; settings?: object; scope?: "read" | "read-write" } = {},
): Promise<RealtimeProject> {
  const organisation = await createOrganisation({ plan: options.plan ?? "pro" });
  const limits = { signUpPerAddress: { limit: 1_000, windowSeconds: 60 } };
  const settings = { limits, ...options.settings, realtime: { topics: options.topics ?? ROOMS } };
  const { id, name, status, settings: effective } = await insertProject(organisation, { settings });
  const owner = await makeContext({ actor: organisation.member.owner, clock: systemClock });
  const asked = { organisationId: organisation.id, projectId: id, name: "App", expiresAt: null };
  const { secret: key } = await createPublicKey(owner, { ...asked, scope: options.scope ?? "read-write" });
  const ctx = await makeContext({ actor: { kind: "anonymous", id: "anonymous" }, clock: systemClock });
  return {
    id,
    organisation,
    key,
    ctx: { ...ctx, project: { id, name, status, settings: effective }, ...withoutCookies() },
  };
}

export interface RealtimeUser {
  id: string;
  sessionId: string;
  token: string;
}

/** A new user of the project, signed in. */
export async function realtimeUser({ ctx }: RealtimeProject): Promise<RealtimeUser> {
  const request = { ...ctx, ...withoutCookies() };
  const { id } = await signUp(request);
  const signedIn = await signedInRequest(request);
  const { token } = await getToken(signedIn);
  return { id, sessionId: signedIn.session.id, token };
}

export function authFrame({ id, key }: RealtimeProject, more: Frame = {}): Frame {
  return { type: "auth", projectId: id, key, ...more };
}

/** A socket that belongs to a visitor of the project, or to the user. */
export async function enter(
  server: Pick<RealtimeServer, "open">,
  project: RealtimeProject,
  user?: RealtimeUser,
): Promise<RealtimeClient> {
  const client = await server.open();
  await client.ask(authFrame(project, user && { token: user.token }), { type: "ready" });
  return client;
}

/** Subscribes to a topic, and returns the answer. */
export function join(client: RealtimeClient, subscriptionId: string, topic: string, more: Frame = {}): Promise<Frame> {
  return client.ask({ type: "subscribe", subscriptionId, kind: "topic", topic, ...more }, { subscriptionId });
}

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { addressBucket } from "@/lib/core/address-bucket";
import type { Release } from "@/lib/core/concurrency";
import type { Actor, Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { CONCURRENCY_LIMITS } from "@/lib/core/rate-limits";
import type { Runtime } from "@/lib/runtime";
import { clientAddressOfUpgrade, type Upgrades } from "../../lanes/upgrades";
import { originDirectRejected } from "../../request-facts";
import { SQL_SOCKET_PATH } from "../sql-routes";
import { CancelKeys } from "./cancel-keys";
import { HeldBytes } from "./held-bytes";
import { SqlConnection } from "./sql-connection";
import { SQL_SOCKET_TIMES, type SqlSocketTimes } from "./times";

/** The path is that of Neon's proxy, which its driver asks for. */
/** Drivers send a statement and its values in one frame. A larger one ends the connection with the close code 1009. */
const MAX_FRAME_BYTES = 16 * 1024 ** 2;
const MAX_HELD_BYTES = 256 * 1024 ** 2;

const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

/**
 * Serves Postgres' protocol over WebSockets, as Neon's serverless driver speaks it: to be handed to `createHttpServer`,
 * and closed before its server. No cookie is looked at, so a page of another site gains nothing by opening one.
 */
export class SqlSockets implements Upgrades {
  readonly paths = [SQL_SOCKET_PATH];
  readonly #runtime: Runtime;
  readonly #times: SqlSocketTimes;
  readonly #server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES },
  });
  readonly #cancelKeys = new CancelKeys();
  readonly #heldBytes = new HeldBytes(MAX_HELD_BYTES);
  readonly #open = new Map<SqlConnection, Promise<void>>();
  #isStopping = false;

  constructor(runtime: Runtime, times: Partial<SqlSocketTimes> = {}) {
    this.#runtime = runtime;
    this.#times = { ...SQL_SOCKET_TIMES, ...times };
  }

  async take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { environment, random } = this.#runtime;
    const clientAddress = clientAddressOfUpgrade(request, environment.clientAddressHeader);
    if (environment.mode === "production" && clientAddress === null) throw originDirectRejected();
    if (this.#isStopping) throw new ServiceError("service_unavailable", "The service is restarting.");
    const ctx = this.#runtime.context({ actor: ANONYMOUS, requestId: createId("request", random), clientAddress });
    const onSignedIn = takePlaces(ctx, socket);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const ofProcess = { cancelKeys: this.#cancelKeys, heldBytes: this.#heldBytes, times: this.#times };
      const connection = new SqlConnection(webSocket, socket, { ...ofProcess, ctx, onSignedIn });
      const run = connection.run().finally(() => this.#open.delete(connection));
      this.#open.set(connection, run);
    });
  }

  /** Tells every client that the service is restarting, and resolves when the last session at a host is over or told to end. */
  async close(): Promise<void> {
    this.#isStopping = true;
    for (const connection of this.#open.keys()) connection.stop();
    await Promise.all(this.#open.values());
  }
}

/** Takes places for as long as the socket is open. Returns a function that gives back the one for signing in. */
function takePlaces(ctx: Context, socket: Duplex): Release {
  const { socketsOfProcess, signInsOfAddress } = CONCURRENCY_LIMITS;
  const place = ctx.concurrency.take([{ limit: socketsOfProcess, key: "" }]);
  if (typeof place !== "function") throw full("Too many connections are open. Try again in a moment.");
  socket.once("close", place);
  const signIn = ctx.concurrency.take([{ limit: signInsOfAddress, key: addressBucket(ctx.clientAddress) }]);
  if (typeof signIn !== "function") throw full("Too many connections are being set up from this address.");
  socket.once("close", signIn);
  return signIn;
}

function full(message: string): ServiceError {
  return new ServiceError("rate_limited", message, { retryAfterSeconds: 1 });
}

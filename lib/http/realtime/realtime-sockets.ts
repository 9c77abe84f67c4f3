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
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { MAX_FRAME_BYTES } from "@/lib/services/realtime/sockets/frames";
import { SqlMessages } from "@/lib/services/realtime/sql-messages";
import { clientAddressOfUpgrade, type Upgrades } from "../lanes/upgrades";
import { originDirectRejected } from "../request-facts";
import { mayReadRefusals } from "../sign-in/readable-refusals";
import { CLOSE } from "./close-codes";
import { RealtimeConnection } from "./realtime-connection";
import { REALTIME_PATH } from "./realtime-path";
import { RealtimeWatch } from "./realtime-watch";
import { REALTIME_TIMES, type RealtimeTimes } from "./times";

const PROTOCOL = "coppice.v1";
const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

/**
 * Serves the sockets of apps: to be handed to `createHttpServer`, and closed before its server. No cookie is looked at;
 * a page must be of an origin that a project allows, and then of the project that it names.
 */
export class RealtimeSockets implements Upgrades {
  readonly paths = [REALTIME_PATH];
  readonly #runtime: Runtime;
  readonly #times: RealtimeTimes;
  readonly #watch: RealtimeWatch;
  readonly #feed: ChangeFeed;
  readonly #sqlMessages: SqlMessages;
  readonly #server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES },
    maxFragments: 64,
    handleProtocols: () => PROTOCOL,
  });
  readonly #open = new Set<RealtimeConnection>();
  #isStopping = false;

  constructor(runtime: Runtime, times: Partial<RealtimeTimes> = {}) {
    this.#runtime = runtime;
    this.#times = { ...REALTIME_TIMES, ...times };
    const ctx = this.#contextFor(null);
    const { sockets: connections } = runtime;
    this.#feed = new ChangeFeed(ctx);
    this.#sqlMessages = new SqlMessages({ ctx, feed: this.#feed, connections });
    this.#watch = new RealtimeWatch({ ctx, connections, sqlMessages: this.#sqlMessages }, this.#times);
  }

  async take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { environment, sockets: connections } = this.#runtime;
    const clientAddress = clientAddressOfUpgrade(request, environment.clientAddressHeader);
    if (environment.mode === "production" && clientAddress === null) throw originDirectRejected();
    if (this.#isStopping) throw new ServiceError("service_unavailable", "The service is restarting.");
    const ctx = this.#contextFor(clientAddress);
    const onIdentified = takePlaces(ctx, socket);
    await this.#requireAllowed(request, ctx);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const origin = request.headers.origin ?? null;
      const connection = new RealtimeConnection(webSocket, socket, {
        ...{
          ctx,
          connections,
          feed: this.#feed,
          sqlMessages: this.#sqlMessages,
          origin,
          onIdentified,
          times: this.#times,
        },
      });
      this.#open.add(connection);
      webSocket.once("close", () => this.#open.delete(connection));
    });
  }

  /** Tells every client to connect again, and resolves when their usage is written. */
  async close(): Promise<void> {
    this.#isStopping = true;
    for (const connection of this.#open) connection.end(CLOSE.restart);
    this.#sqlMessages.close();
    await Promise.all([this.#watch.close(), this.#feed.close()]);
  }

  #contextFor(clientAddress: string | null) {
    const requestId = createId("request", this.#runtime.random);
    void this.#runtime.settings.renew();
    return this.#runtime.context({ actor: ANONYMOUS, requestId, clientAddress });
  }

  /** Which project a page asks for is known later; one that no project allows gets no socket (RFC 6455 section 10.2). */
  async #requireAllowed({ headers, url = "" }: IncomingMessage, { requestId }: Context): Promise<void> {
    if (url.includes("?")) {
      throw new ServiceError("invalid_request", "The address takes no parameters. Send the key and the token in auth.");
    }
    const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((protocol) => protocol.trim());
    if (!offered.includes(PROTOCOL)) {
      throw new ServiceError("invalid_request", `Ask for the WebSocket protocol ${PROTOCOL}.`);
    }
    const { origin } = headers;
    if (origin === undefined || origin === this.#runtime.environment.url) return;
    if (await mayReadRefusals(this.#runtime, origin, requestId)) return;
    throw new ServiceError("foreign_origin", "Add the page's origin to the allowed origins of the project.");
  }
}

/**
 * Takes places for as long as the socket is open. Returns a function that gives back the one of a socket that is not
 * known yet.
 */
function takePlaces(ctx: Context, socket: Duplex): Release {
  const { realtimeSocketsOfProcess, unknownSocketsOfProcess, unknownSocketsOfAddress } = CONCURRENCY_LIMITS;
  const place = ctx.concurrency.take([{ limit: realtimeSocketsOfProcess, key: "" }]);
  if (typeof place !== "function") throw full("Too many connections are open. Try again in a moment.");
  socket.once("close", place);
  const unknown = ctx.concurrency.take([
    { limit: unknownSocketsOfProcess, key: "" },
    { limit: unknownSocketsOfAddress, key: addressBucket(ctx.clientAddress) },
  ]);
  if (typeof unknown !== "function") throw full("Too many connections are being set up. Try again in a moment.");
  socket.once("close", unknown);
  return unknown;
}

function full(message: string): ServiceError {
  return new ServiceError("rate_limited", message, { retryAfterSeconds: 1 });
}

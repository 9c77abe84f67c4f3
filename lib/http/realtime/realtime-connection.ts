import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import type { Release } from "@/lib/core/concurrency";
import { ServiceError } from "@/lib/core/errors";
import { TokenBucket } from "@/lib/core/token-bucket";
import type { ServiceContext } from "@/lib/runtime";
import type { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import { type AuthFrame, type FrameOrigin, originOf, readFrame } from "@/lib/services/realtime/sockets/frames";
import type { SqlMessages } from "@/lib/services/realtime/sql-messages";
import { Heartbeat } from "../lanes/heartbeat";
import { toServiceError } from "../to-service-error";
import { CLOSE, type Closing, closingOf } from "./close-codes";
import { enterProject, takeSocketPlace } from "./enter-project";
import { FrameBudget, type FrameVerdict, tooManyFrames } from "./frame-budget";
import { refusalFrame, refusalOf } from "./refusal-frame";
import { SocketSession } from "./socket-session";
import { SocketWriter } from "./socket-writer";
import type { RealtimeTimes } from "./times";
import { TokenTimer } from "./token-timer";

/** Each asks the database, and a token lasts minutes. */
const RENEWAL_SECONDS = 5;
const RENEWALS_BURST = 5;
/** A client that has more of them waiting is not read from until they are done. */
const MAX_WAITING = 16;

interface Shared {
  ctx: ServiceContext;
  connections: ConnectionRegistry;
  feed: ChangeFeed;
  sqlMessages: SqlMessages;
  times: RealtimeTimes;
  /** The page that opened the socket. */
  origin: string | null;
  /** Gives back the place of a socket that has not said who it belongs to. */
  onIdentified: Release;
}

/** One socket, from its upgrade to its end. */
export class RealtimeConnection {
  readonly #socket: WebSocket;
  readonly #shared: Shared;
  readonly #writer: SocketWriter;
  readonly #token: TokenTimer;
  readonly #frames = new FrameBudget();
  readonly #renewals = new TokenBucket(1 / RENEWAL_SECONDS, RENEWALS_BURST);
  #session: SocketSession | null = null;
  #waiting = 0;
  #work: Promise<void> = Promise.resolve();
  #isEnding = false;

  constructor(socket: WebSocket, raw: Duplex, shared: Shared) {
    const { times } = shared;
    this.#socket = socket;
    this.#shared = shared;
    this.#writer = new SocketWriter(socket, raw, times.slow, {
      onRoom: () => this.#session?.catchUp(),
      onTooSlow: () => this.end(CLOSE.slow),
    });
    this.#token = new TokenTimer(times, {
      onExpired: () => this.#session?.expire(),
      onOverdue: () => this.end(CLOSE.unauthorized),
    });
    new Heartbeat(socket, times.heartbeat, () => this.#session?.notePing());
    socket.on("pong", () => this.#session?.notePong());
    socket.on("ping", () => this.#count());
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    // A frame that breaks the rules is answered with a close frame by the library.
    socket.on("error", () => {});
    socket.once("close", () => this.#stop());
  }

  /** Closes the socket, and cuts it where the client doesn't answer that. */
  end({ code, reason }: Closing): void {
    if (this.#isEnding) return;
    this.#stop();
    // The client's own close frame comes behind everything else it has sent.
    this.#socket.resume();
    this.#socket.close(code, reason);
    const cut = setTimeout(() => this.#socket.terminate(), this.#shared.times.close).unref();
    this.#socket.once("close", () => clearTimeout(cut));
  }

  #stop(): void {
    this.#isEnding = true;
    this.#token.stop();
    this.#session?.leave();
    this.#session = null;
  }

  #receive(data: RawData, isBinary: boolean): void {
    const verdict = this.#count();
    if (this.#isEnding) return;
    if (isBinary) this.end(CLOSE.binary);
    else this.#queue(data.toString(), verdict);
  }

  #queue(text: string, verdict: FrameVerdict): void {
    this.#waiting += 1;
    if (this.#waiting > MAX_WAITING) this.#socket.pause();
    this.#work = this.#work.then(() => this.#take(text, verdict));
  }

  /** Control frames count too, though nothing answers one that is refused. */
  #count(): FrameVerdict {
    const verdict = this.#frames.take();
    if (verdict.kind === "flood") this.end(CLOSE.flood);
    return verdict;
  }

  async #take(text: string, verdict: FrameVerdict): Promise<void> {
    if (!this.#isEnding) await this.#answer(text, verdict);
    this.#waiting -= 1;
    if (this.#waiting === 0 && this.#socket.isPaused) this.#socket.resume();
  }

  async #answer(text: string, verdict: FrameVerdict): Promise<void> {
    const read = readFrame(text);
    const origin = "frame" in read ? originOf(read.frame) : read.origin;
    try {
      if (verdict.kind === "refused") throw tooManyFrames(verdict);
      if ("problem" in read) throw new ServiceError("invalid_request", read.problem);
      if (read.frame.type === "auth") await this.#authenticate(read.frame);
      else if (this.#session) await this.#session.answer(read.frame);
      else throw new ServiceError("unauthorized", CLOSE.unauthorized.reason);
    } catch (error) {
      this.#refuse(error, origin);
    }
  }

  async #authenticate(frame: AuthFrame): Promise<void> {
    const { ctx, connections, feed, sqlMessages, times, onIdentified, origin } = this.#shared;
    if (this.#session && !this.#renewals.take()) {
      throw new ServiceError("rate_limited", "Send auth when the token ends.", { retryAfterSeconds: RENEWAL_SECONDS });
    }
    const entry = await this.#enter(frame, origin);
    if (entry === null || this.#isEnding) return;
    if (this.#session) {
      this.#session.renew(entry.identity);
    } else {
      const place = takeSocketPlace(ctx, entry);
      if (place === null) return this.end(CLOSE.overload);
      onIdentified();
      const parts = {
        ctx,
        connections,
        feed,
        sqlMessages,
        writer: this.#writer,
        place,
        heartbeatMilliseconds: times.heartbeat,
      };
      this.#session = new SocketSession({ ...parts, onEnd: (closing) => this.end(closing) }, entry);
      await this.#session.begin(frame);
    }
    const { user, inspection } = entry.identity;
    this.#token.follow(inspection ?? user, ctx.clock.now());
  }

  /** Returns `null` where that ends the socket. */
  async #enter(frame: AuthFrame, origin: string | null) {
    try {
      return await enterProject(this.#shared.ctx, frame, origin);
    } catch (error) {
      const refusal = toServiceError(error);
      const closing = closingOf(refusal);
      const isForNow = closing === CLOSE.unavailable && this.#session !== null;
      if (closing === null || isForNow) throw error;
      this.end(closing);
      return null;
    }
  }

  #refuse(error: unknown, origin: FrameOrigin): void {
    const refusal = toServiceError(error);
    if (refusal.code === "internal_error") {
      const { log, requestId } = this.#shared.ctx;
      log.error({ err: error, requestId, operation: "realtimeSocket" }, "a frame of a socket failed");
    }
    // Before it is known whose it is, a socket gets no second chance.
    if (refusal.code === "unauthorized" || !this.#session) this.end(CLOSE.unauthorized);
    else this.#writer.send(refusalFrame(origin, refusalOf(refusal)));
  }
}

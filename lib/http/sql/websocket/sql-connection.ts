import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Release } from "@/lib/core/concurrency";
import type { Context } from "@/lib/core/context";
import { startPatience } from "@/lib/core/patience";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { openRawSession } from "@/lib/sql/over-websocket/open";
import { Heartbeat } from "../../lanes/heartbeat";
import {
  AUTHENTICATION_OK,
  backendKeyData,
  CLEARTEXT_PASSWORD,
  fatalError,
  parameterStatus,
  READY_FOR_QUERY,
} from "./backend-messages";
import type { CancelKeys } from "./cancel-keys";
import {
  CLOSE,
  type Fatal,
  fatalOf,
  HOST_LOST,
  idleForTooLong,
  isOwnFailure,
  STOPPING,
  startedTooSlowly,
  TEXT_FRAME,
  TOO_MUCH_HELD,
  wrongPassword,
} from "./fatal";
import { ClientGoneError, FramedClient } from "./framed-client";
import type { ConnectionBytes, HeldBytes } from "./held-bytes";
import { Relay, type RelayEnding } from "./relay";
import { readPassword, readStartup } from "./startup";
import type { SqlSocketTimes } from "./times";

interface Shared {
  ctx: Context;
  cancelKeys: CancelKeys;
  heldBytes: HeldBytes;
  times: SqlSocketTimes;
  /** Is called as soon as the client's password was found right, or the connection ends. */
  onSignedIn(): void;
}

/** One WebSocket, from its first message to its end. */
export class SqlConnection {
  readonly #socket: WebSocket;
  readonly #client: FramedClient;
  readonly #heartbeat: Heartbeat;
  readonly #heldBytes: ConnectionBytes;
  readonly #shared: Shared;
  readonly #closed: Promise<unknown>;
  #relay: Relay | null = null;
  #isEnding = false;

  constructor(socket: WebSocket, raw: Duplex, shared: Shared) {
    this.#socket = socket;
    this.#shared = shared;
    this.#closed = new Promise((resolve) => socket.once("close", resolve));
    // A frame that breaks the rules is answered with a close frame by the library.
    socket.on("error", () => {});
    this.#client = new FramedClient(socket, raw, () => this.#end(TEXT_FRAME));
    this.#heldBytes = shared.heldBytes.watch(raw, socket, this.#client, () => this.#end(TOO_MUCH_HELD));
    this.#heartbeat = new Heartbeat(socket, shared.times.ping);
  }

  /** Resolves when the client is gone and nothing of it is left at the host. */
  async run(): Promise<void> {
    const { startup } = this.#shared.times;
    const endPatience = startPatience(startup, () => this.#end(startedTooSlowly(startup)));
    try {
      const opened = await this.#begin();
      endPatience();
      if (opened) await this.#serve(opened.session, opened.release);
    } catch (error) {
      if (!(error instanceof ClientGoneError)) this.#end(this.#fatalOf(error));
    } finally {
      endPatience();
    }
    await this.#closed;
  }

  stop(): void {
    this.#end(STOPPING);
  }

  async #begin(): Promise<{ session: RawSession; release: Release } | null> {
    const { ctx, cancelKeys } = this.#shared;
    const startup = await readStartup(this.#client);
    if (startup.kind === "cancel") {
      // As Postgres does, it says nothing of the outcome of the request.
      await cancelKeys.find(startup)?.cancel();
      this.#close(CLOSE.normal);
      return null;
    }
    const { parameters } = startup;
    this.#client.write(CLEARTEXT_PASSWORD);
    const password = await readPassword(this.#client);
    const opened = await openRawSession(ctx, { parameters, password });
    if (opened === null) this.#end(wrongPassword(parameters.get("user") ?? ""));
    return opened;
  }

  async #serve(session: RawSession, release: Release): Promise<void> {
    const { cancelKeys, times, onSignedIn } = this.#shared;
    try {
      if (this.#isEnding || this.#socket.readyState !== this.#socket.OPEN) return;
      onSignedIn();
      cancelKeys.add(session);
      const { processId, secretKey, parameters } = session;
      this.#client.write(
        Buffer.concat([
          AUTHENTICATION_OK,
          ...parameters.map(parameterStatus),
          backendKeyData(processId, secretKey),
          READY_FOR_QUERY,
        ]),
      );
      this.#relay = new Relay({
        client: this.#client,
        host: session.stream,
        idleMs: times.idle,
        heartbeat: this.#heartbeat,
      });
      this.#heldBytes.follow(session.stream);
      this.#socket.once("close", () => this.#relay?.stop());
      this.#endAfter(await this.#relay.over);
    } finally {
      cancelKeys.delete(session);
      await session.end();
      release();
    }
  }

  #endAfter(ending: RelayEnding): void {
    if (ending === "left") this.#close(CLOSE.normal);
    if (ending === "ended") this.#close(CLOSE.failed);
    if (ending === "lost") this.#end(HOST_LOST);
    if (ending === "idle") this.#end(idleForTooLong(this.#shared.times.idle));
  }

  /** Says why, unless the client is in the middle of a message, and closes. Later bytes of the client are dropped. */
  #end(fatal: Fatal): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#relay?.stop();
    const mayTell = this.#client.isWritable && this.#relay?.isBetweenMessages !== false;
    if (mayTell) this.#client.write(fatalError(fatal));
    this.#close(fatal.closeCode);
  }

  #close(code: number): void {
    this.#isEnding = true;
    this.#socket.close(code);
    // The client's own close frame comes behind everything else it has sent.
    this.#client.pass(() => {});
    const cut = setTimeout(() => this.#socket.terminate(), this.#shared.times.close);
    this.#socket.once("close", () => clearTimeout(cut));
  }

  #fatalOf(error: unknown): Fatal {
    const { log, requestId } = this.#shared.ctx;
    if (isOwnFailure(error)) log.error({ err: error, requestId, operation: "sqlSocket" }, "a WebSocket for SQL failed");
    return fatalOf(error);
  }
}

import { Authentication } from "./authentication";
import { type RealtimeOptions, socketAddress } from "./options";
import { Pace } from "./pace";
import { notConnected, PendingAnswers } from "./pending-answers";
import { RealtimeError } from "./realtime-error";
import { Retry } from "./retry";
import type { OpenSubscription } from "./subscription";
import type { ErrorFrame, ServerFrame } from "./wire";

/** A connection that nobody uses stays open for as long, since pages end and begin subscriptions at once. */
const LINGER_MS = 5_000;
/** The service was silent, and did not answer a ping. */
const SILENT = 4000;
const UNAUTHORIZED = 4401;

/** The close codes after which connecting again is of no use. */
const REFUSALS: Readonly<Record<number, string>> = {
  1003: "invalid_request",
  4402: "limit_reached",
  4403: "project_suspended",
};

/** The connection of all subscriptions: opened when one needs it, and again whenever it is lost. */
export class Connection {
  readonly #options: RealtimeOptions;
  readonly #subscriptions = new Map<string, OpenSubscription>();
  readonly #answers = new PendingAnswers();
  readonly #retry = new Retry();
  readonly #pace = new Pace((text) => this.#socket?.send(text));
  readonly #authentication: Authentication;
  #socket: WebSocket | null = null;
  #isReady = false;
  #wasHeard = false;
  /** The number of times in a row that the service has not taken the token. */
  #unauthorized = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    this.#authentication = new Authentication(options, {
      send: (frame) => this.send(frame),
      onOtherUser: () => this.refresh(),
    });
    globalThis.addEventListener?.("online", () => this.#wake());
    globalThis.document?.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#wake();
    });
  }

  add(subscription: OpenSubscription): void {
    clearTimeout(this.#linger);
    this.#subscriptions.set(subscription.id, subscription);
    if (this.#isReady) this.send(subscription.begin());
    else this.#open();
  }

  remove(subscription: OpenSubscription): void {
    if (!this.#subscriptions.delete(subscription.id)) return;
    if (subscription.isAsked) this.send({ type: "unsubscribe", subscriptionId: subscription.id });
    if (this.#subscriptions.size === 0) this.#linger = setTimeout(() => this.#end(), LINGER_MS);
  }

  /** Sends a frame, unless there is no connection. */
  send(frame: object): void {
    if (this.#socket?.readyState === 1) this.#pace.add(JSON.stringify(frame));
  }

  /** Resolves once the service has the frame. */
  ask(frame: object): Promise<void> {
    if (!this.#isReady) return Promise.reject(notConnected());
    if (this.#pace.isFull)
      return Promise.reject(new RealtimeError("rate_limited", "Too many messages wait to be sent."));
    return this.#answers.await((ref) => this.send({ ...frame, ref }));
  }

  /** Begins anew as who is signed in now. */
  refresh(): void {
    this.#end();
    this.#unauthorized = 0;
    for (const subscription of this.#subscriptions.values()) subscription.forget();
    this.#open();
  }

  close(): void {
    for (const subscription of [...this.#subscriptions.values()]) this.remove(subscription);
    clearTimeout(this.#linger);
    this.#end();
  }

  #open(): void {
    if (this.#socket || this.#retry.isWaiting || this.#subscriptions.size === 0) return;
    const Socket = this.#options.WebSocket ?? globalThis.WebSocket;
    if (!Socket) throw new TypeError("Give createRealtime a WebSocket: this runtime has none");
    for (const subscription of this.#subscriptions.values()) subscription.connect();
    const socket = new Socket(socketAddress(this.#options), "coppice.v1");
    this.#socket = socket;
    const whileOpen =
      <Event>(work: (event: Event) => void) =>
      (event: Event) => {
        if (this.#socket === socket) work(event);
      };
    socket.onopen = whileOpen(() => {
      this.#authentication.begin().catch(whileOpen(() => this.#lose(SILENT, "")));
    });
    socket.onmessage = whileOpen(({ data }: MessageEvent) => this.#take(JSON.parse(data)));
    socket.onclose = whileOpen(({ code, reason }: CloseEvent) => this.#lose(code, reason));
  }

  /** Ends the connection without another one. */
  #end(): void {
    this.#retry.reset();
    this.#drop();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isReady = false;
    clearInterval(this.#heartbeat);
    this.#pace.clear();
    this.#authentication.stop();
    this.#answers.lose();
    socket?.close();
  }

  #lose(code: number, reason: string): void {
    this.#drop();
    this.#unauthorized = code === UNAUTHORIZED ? this.#unauthorized + 1 : 0;
    const refusal = this.#unauthorized > 1 ? "unauthorized" : REFUSALS[code];
    if (refusal !== undefined) this.#refuseAll(new RealtimeError(refusal, reason));
    else {
      for (const subscription of this.#subscriptions.values()) subscription.lose();
      this.#retry.wait(code, () => this.#open());
    }
  }

  #refuseAll(error: RealtimeError): void {
    for (const subscription of this.#subscriptions.values()) {
      if (subscription.status !== "refused") subscription.refuse(error);
    }
  }

  /** The device is online again, or somebody looks at the page: nobody should wait any longer. */
  #wake(): void {
    if (!this.#retry.isWaiting) return;
    this.#retry.reset();
    this.#open();
  }

  #take(frame: ServerFrame): void {
    this.#wasHeard = true;
    if (frame.type === "ready") this.#begin(frame.heartbeatSeconds);
    else if (frame.type === "ack") this.#answers.acknowledge(frame.ref);
    else if (frame.type === "error") this.#takeError(frame);
    else if (frame.type !== "pong") this.#subscriptions.get(frame.subscriptionId)?.take(frame);
  }

  #begin(heartbeatSeconds: number): void {
    this.#isReady = true;
    this.#unauthorized = 0;
    this.#retry.reset();
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#listen(), heartbeatSeconds * 1_000);
    for (const subscription of this.#subscriptions.values()) this.#askFor(subscription);
  }

  #askFor(subscription: OpenSubscription): void {
    const isOpen = this.#subscriptions.get(subscription.id) === subscription;
    if (!this.#isReady || !isOpen || subscription.isAsked || subscription.status === "refused") return;
    this.send(subscription.begin());
  }

  /** A connection can be gone without a word, as where a device was asleep. */
  #listen(): void {
    if (!this.#wasHeard) this.#lose(SILENT, "");
    else this.send({ type: "ping" });
    this.#wasHeard = false;
  }

  #takeError({ subscriptionId, ref, code, message, retryable, ...facts }: ErrorFrame): void {
    const error = new RealtimeError(code, message, facts);
    const subscription = this.#subscriptions.get(subscriptionId ?? "");
    if (ref !== undefined) this.#answers.refuse(ref, error);
    else if (!subscription) return;
    else if (code === "token_expired") {
      subscription.wait();
      this.#authentication.renew();
    } else if (retryable) {
      subscription.wait();
      setTimeout(() => this.#askFor(subscription), (facts.retryAfterSeconds ?? 5) * 1_000);
    } else subscription.refuse(error);
  }
}

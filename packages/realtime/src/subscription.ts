import type { RealtimeError } from "./realtime-error";
import type { ErrorFrame, GapReason, SubscriptionFrame } from "./wire";

/**
 * The state of a subscription. `connecting`: it has not begun. `live`: every event arrives. `catching-up`: missed
 * events arrive. `gap`: events are missing until `onGap` is done. `offline`: there is no connection. `refused`: it has
 * ended.
 *
 * @example
 * const isStale = (status: RealtimeStatus) => status === "offline" || status === "gap";
 */
export type RealtimeStatus = "connecting" | "live" | "catching-up" | "gap" | "offline" | "refused";

/**
 * The functions that are called for a subscription, besides those for its events.
 *
 * @example
 * const handlers: SubscriptionHandlers = { onGap: () => refetch(), onStatus: show };
 */
export interface SubscriptionHandlers {
  /**
   * Events are missing: fetch again the data that you show. While a promise that it returns is pending, the status is
   * `gap`.
   */
  onGap?: (reason: GapReason) => unknown;
  onStatus?: (status: RealtimeStatus) => void;
  /** The subscription was refused, and ends. */
  onError?: (error: RealtimeError) => void;
}

/**
 * A subscription that goes on until it is ended.
 *
 * @example
 * const stop = (subscription: Subscription) => subscription.unsubscribe();
 */
export interface Subscription {
  readonly status: RealtimeStatus;
  unsubscribe(): void;
}

/** The part of a subscription that a connection needs to know. */
export abstract class OpenSubscription {
  readonly id: string;
  /** Whether the service was asked for it on the connection that is open. */
  isAsked = false;
  readonly #handlers: SubscriptionHandlers;
  #status: RealtimeStatus = "connecting";
  #cursor: string | undefined;
  #beginsAnew = false;

  constructor(id: string, handlers: SubscriptionHandlers) {
    this.id = id;
    this.#handlers = handlers;
  }

  get status(): RealtimeStatus {
    return this.#status;
  }

  /** The frame that begins it, or goes on with it. There is a connection. */
  begin(): object {
    this.isAsked = true;
    if (this.#cursor !== undefined) this.#set("catching-up");
    return { type: "subscribe", subscriptionId: this.id, ...this.wanted(), since: this.#cursor };
  }

  /** The connection is lost. */
  lose(): void {
    this.isAsked = false;
    if (this.#status !== "refused") this.#set("offline");
  }

  /** A connection is opened. One that had begun before is still without any. */
  connect(): void {
    this.isAsked = false;
    if (this.#status !== "refused" && this.#cursor === undefined) this.#set("connecting");
  }

  /** It has to be asked for again, on the connection that is open. */
  wait(): void {
    this.isAsked = false;
    if (this.#status !== "refused") this.#set(this.#cursor === undefined ? "connecting" : "catching-up");
  }

  /** Somebody else is signed in: the data seen so far says nothing of their permissions. */
  forget(): void {
    this.#beginsAnew ||= this.#cursor !== undefined;
    this.#cursor = undefined;
    this.#set("connecting");
  }

  refuse(error: RealtimeError): void {
    this.isAsked = false;
    this.#set("refused");
    this.#handlers.onError?.(error);
  }

  take(frame: Exclude<SubscriptionFrame, ErrorFrame>): void {
    if ("cursor" in frame) this.#cursor = frame.cursor;
    if (frame.type === "gap") this.#miss(frame.reason);
    else if (frame.type !== "subscribed") this.tell(frame);
    else if (this.#beginsAnew) this.#miss("access");
    else this.#set("live");
  }

  protected abstract wanted(): object;
  protected abstract tell(frame: Extract<SubscriptionFrame, { type: "change" | "message" | "presence" }>): void;

  #miss(reason: GapReason): void {
    this.#beginsAnew = false;
    this.#set("gap");
    void Promise.resolve(this.#handlers.onGap?.(reason)).then(() => {
      if (this.#status === "gap") this.#set("live");
    });
  }

  #set(status: RealtimeStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#handlers.onStatus?.(status);
  }
}

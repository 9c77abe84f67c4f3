import type { RealtimeFigures } from "@/lib/core/ports/realtime-exchange";
import type { SocketIdentity } from "./identify";
import { RecentRate } from "./recent-rate";
import type { ProjectStanding } from "./standing";

export type EndReason = "ended" | "suspended" | "used-up";

/** A socket that has said who it belongs to. */
export interface OpenSocket {
  readonly identity: SocketIdentity;
  /** Ends the subscriptions that the project's rules no longer allow. */
  applyRules(standing: ProjectStanding): void;
  end(reason: EndReason): void;
}

export type SubscriptionKind = "topic" | "changes";

/** A project that has sockets in this process. */
export class OpenProject {
  readonly id: string;
  readonly sockets = new Set<OpenSocket>();
  readonly subscriptions: Record<SubscriptionKind, number> = { changes: 0, topic: 0 };
  standing: ProjectStanding;
  /** The most subscriptions at a time since it was last written, over all processes. */
  peak = 0;
  #opened = 0;
  #openMilliseconds = 0;
  #sent = 0;
  #delivered = 0;
  #settledAt = performance.now();
  readonly #rate = new RecentRate();

  constructor(id: string, standing: ProjectStanding) {
    this.id = id;
    this.standing = standing;
  }

  add(socket: OpenSocket): void {
    this.#settle();
    this.#opened += 1;
    this.sockets.add(socket);
  }

  delete(socket: OpenSocket): void {
    this.#settle();
    this.sockets.delete(socket);
  }

  noteSent(messages: number): void {
    this.#sent += messages;
  }

  noteDelivered(count: number): void {
    this.#delivered += count;
    this.#rate.add(count);
  }

  /** Returns the use since the last time. The rest of a second is counted later, or rounded at last. */
  takeUse(): { opened: number; seconds: number; sent: number; delivered: number } {
    this.#settle();
    const isLast = this.sockets.size === 0;
    const seconds = isLast ? Math.round(this.#openMilliseconds / 1_000) : Math.floor(this.#openMilliseconds / 1_000);
    const use = { opened: this.#opened, seconds, sent: this.#sent, delivered: this.#delivered };
    this.#openMilliseconds = isLast ? 0 : this.#openMilliseconds - seconds * 1_000;
    [this.#opened, this.#sent, this.#delivered] = [0, 0, 0];
    return use;
  }

  get figures(): RealtimeFigures {
    return {
      sockets: this.sockets.size,
      subscriptions: { ...this.subscriptions },
      deliveredPerSecond: this.#rate.perSecond,
      lagMilliseconds: null,
    };
  }

  #settle(): void {
    const now = performance.now();
    this.#openMilliseconds += this.sockets.size * (now - this.#settledAt);
    this.#settledAt = now;
  }
}

import type { Context } from "@/lib/core/context";
import type { ErrorCode } from "@/lib/core/error-table";
import type { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { findProjectDatabase } from "@/lib/services/realtime/changes/tables/find-project-database";
import type { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import type { TableFrame } from "@/lib/services/realtime/sockets/frames";
import type { SocketIdentity } from "@/lib/services/realtime/sockets/identify";
import type { OpenProject } from "@/lib/services/realtime/sockets/open-project";
import type { KeptPositions, KeptTablePosition } from "@/lib/services/realtime/sockets/resumable-sockets";
import { toServiceError } from "../to-service-error";
import { limitReached, refusalFrame, refusalOf } from "./refusal-frame";
import type { SocketWriter } from "./socket-writer";
import { TableSubscription } from "./table-subscription";

interface Parts {
  ctx: Context;
  feed: ChangeFeed;
  connections: ConnectionRegistry;
  writer: SocketWriter;
  project: OpenProject;
  identity: SocketIdentity;
}

/** The subscriptions of one socket to changes of tables. */
export class TableSubscriptions {
  readonly #parts: Parts;
  readonly #byId = new Map<string, TableSubscription>();
  /** The positions of the socket before this one; `null` if this one goes on from none. */
  #kept: KeptPositions | null = null;
  #hasEnded = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#byId.size;
  }

  has(subscriptionId: string): boolean {
    return this.#byId.has(subscriptionId);
  }

  get positions(): Map<string, KeptTablePosition> {
    return new Map([...this.#byId].map(([id, subscription]) => [id, subscription.kept]));
  }

  /** New subscriptions go on where those of an earlier socket were; without any left, each begins with a gap. */
  goOnFrom(kept: KeptPositions | null): void {
    this.#kept = kept ?? new Map();
  }

  /** The user of the socket has a new token. */
  set identity(identity: SocketIdentity) {
    this.#parts.identity = identity;
    for (const subscription of this.#byId.values()) subscription.changeReader(readerOf(identity));
  }

  async subscribe({ type, kind, subscriptionId, ...asked }: TableFrame): Promise<void> {
    const { ctx, feed, connections, writer, project, identity } = this.#parts;
    const full = await connections.takePlace(project, "changes");
    if (full) return writer.send(refusalFrame({ subscriptionId }, limitReached(full)));
    if (this.#hasEnded) return connections.givePlace(project, "changes");
    try {
      const database = await findProjectDatabase(ctx, project.id);
      const subscription = new TableSubscription(
        { subscriptionId, feed, writer, project, onError: (error) => this.#fail(subscriptionId, error) },
        { ...asked, projectId: project.id, database, who: readerOf(identity) },
      );
      this.#byId.set(subscriptionId, subscription);
      await subscription.begin({ kept: this.#kept?.get(subscriptionId), isLost: this.#kept !== null });
    } catch (error) {
      if (!this.#end(subscriptionId)) connections.givePlace(project, "changes");
      throw error;
    }
  }

  /** An unknown subscription is one that has ended already. */
  unsubscribe(subscriptionId: string): void {
    this.#end(subscriptionId);
  }

  /** Tells the client of each that it ends. */
  endAll(code: ErrorCode, message: string): void {
    for (const subscriptionId of [...this.#byId.keys()]) {
      this.#end(subscriptionId);
      this.#parts.writer.send(refusalFrame({ subscriptionId }, { code, message }));
    }
  }

  /** The socket is gone. */
  close(): void {
    this.#hasEnded = true;
    for (const subscriptionId of [...this.#byId.keys()]) this.#end(subscriptionId);
  }

  notePing(): void {
    for (const subscription of this.#byId.values()) subscription.notePing();
  }

  notePong(): void {
    for (const subscription of this.#byId.values()) subscription.notePong();
  }

  catchUp(): void {
    for (const subscription of this.#byId.values()) subscription.catchUp();
  }

  #fail(subscriptionId: string, error: unknown): void {
    if (!this.#end(subscriptionId)) return;
    this.#parts.writer.send(refusalFrame({ subscriptionId }, refusalOf(toServiceError(error))));
  }

  /** Returns whether there was such a subscription. */
  #end(subscriptionId: string): boolean {
    const { connections, project } = this.#parts;
    const subscription = this.#byId.get(subscriptionId);
    if (!subscription) return false;
    this.#byId.delete(subscriptionId);
    subscription.end();
    connections.givePlace(project, "changes");
    return true;
  }
}

function readerOf({ user }: SocketIdentity) {
  return { userId: user?.id ?? null, claims: user?.claims ?? {} };
}

import type { Release } from "@/lib/core/concurrency";
import type { Context } from "@/lib/core/context";
import type { ErrorCode } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import { PLATFORM_SUBSCRIPTIONS } from "@/lib/core/ports/subscription-counts";
import type { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import type { AuthFrame, ClientFrame } from "@/lib/services/realtime/sockets/frames";
import type { SocketIdentity } from "@/lib/services/realtime/sockets/identify";
import { MAX_SUBSCRIPTIONS_OF_SOCKET } from "@/lib/services/realtime/sockets/limits";
import { KEPT_MS } from "@/lib/services/realtime/sockets/message-buffer";
import type { EndReason, OpenProject, OpenSocket } from "@/lib/services/realtime/sockets/open-project";
import type { ProjectStanding } from "@/lib/services/realtime/sockets/standing";
import type { SqlMessages } from "@/lib/services/realtime/sql-messages";
import { CLOSE, type Closing } from "./close-codes";
import type { Entry } from "./enter-project";
import { limitReached, refusalFrame } from "./refusal-frame";
import type { SocketWriter } from "./socket-writer";
import { TableSubscriptions } from "./table-subscriptions";
import { TopicSubscriptions } from "./topic-subscriptions";

interface Parts {
  ctx: Context;
  feed: ChangeFeed;
  sqlMessages: SqlMessages;
  connections: ConnectionRegistry;
  writer: SocketWriter;
  place: Release;
  heartbeatMilliseconds: number;
  onEnd(closing: Closing): void;
}

const ENDINGS: Record<EndReason, Closing> = {
  ended: CLOSE.unauthorized,
  suspended: CLOSE.suspended,
  "used-up": CLOSE.usedUp,
};

const EXPIRED = "The token has expired. Send a new one.";

/** A socket from the moment that it belongs to somebody. */
export class SocketSession implements OpenSocket {
  readonly topics: TopicSubscriptions;
  readonly #tables: TableSubscriptions;
  readonly #parts: Parts;
  readonly #project: OpenProject;
  readonly #socketId: string;
  readonly #resumeId: string;
  #identity: SocketIdentity;
  #isExpired = false;
  /** Resolves once the state that its client may go on from is kept. */
  #kept: Promise<void> = Promise.resolve();

  constructor(parts: Parts, { identity, standing }: Entry) {
    const { ctx, feed, connections, writer, sqlMessages } = parts;
    this.#parts = parts;
    this.#identity = identity;
    // The one is shown to others, the other is a secret.
    this.#socketId = connections.resumable.createId().slice(0, 16);
    this.#resumeId = connections.resumable.createId();
    connections.resumable.add(this.#resumeId, this);
    this.#project = connections.join(this, standing);
    const shared = { connections, writer, identity, project: this.#project };
    this.topics = new TopicSubscriptions({ ...shared, sqlMessages, socketId: this.#socketId });
    this.#tables = new TableSubscriptions({ ...shared, ctx, feed });
  }

  get identity(): SocketIdentity {
    return this.#identity;
  }

  get owner(): { projectId: string; userId: string | null } {
    const { projectId, user } = this.#identity;
    return { projectId, userId: user?.id ?? null };
  }

  /** Its client has come back by another socket, before this one was seen to be gone. */
  async giveWay(): Promise<void> {
    this.#parts.onEnd(CLOSE.replaced);
    await this.#kept;
  }

  /** Says that the socket is ready, and goes on from an earlier one where the client asks for that. */
  async begin({ resume }: AuthFrame): Promise<void> {
    const { connections } = this.#parts;
    if (resume !== undefined) {
      const kept = await connections.resumable.take(resume, this.owner);
      this.topics.goOnFrom(kept);
      this.#tables.goOnFrom(kept);
    }
    this.#sayReady();
  }

  /** Takes a new token. A socket that changes its user, or the key, begins anew. */
  renew(identity: SocketIdentity): void {
    const { projectId, user, mayWrite } = this.#identity;
    if (identity.projectId !== projectId)
      throw new ServiceError("unauthorized", "Open a new connection for another project.");
    if (identity.user?.id !== user?.id || identity.mayWrite !== mayWrite) {
      this.endAll("missing_permission", "The connection belongs to someone else now. Subscribe again.");
    }
    this.#identity = identity;
    this.#isExpired = false;
    this.topics.identity = identity;
    this.#tables.identity = identity;
    this.#sayReady();
  }

  async answer(frame: Exclude<ClientFrame, AuthFrame>): Promise<void> {
    switch (frame.type) {
      case "subscribe":
        return this.#subscribe(frame);
      case "unsubscribe":
        this.topics.unsubscribe(frame.subscriptionId);
        return this.#tables.unsubscribe(frame.subscriptionId);
      case "send":
        return this.topics.send(frame);
      case "presence":
        return this.topics.setPresence(frame);
      case "ping":
        return this.#parts.writer.send({ type: "pong" });
    }
  }

  /** The user's token has ended: nothing is heard until there is a new one. */
  expire(): void {
    this.#isExpired = true;
    this.endAll("token_expired", EXPIRED);
  }

  /** Tells the client of each subscription that it ends. */
  endAll(code: ErrorCode, message: string): void {
    this.topics.endAll(code, message);
    this.#tables.endAll(code, message);
  }

  notePing(): void {
    this.topics.notePing();
    this.#tables.notePing();
  }

  /** The client has everything that was written before the ping. */
  notePong(): void {
    this.topics.notePong();
    this.#tables.notePong();
  }

  /** The client has room for more. */
  catchUp(): void {
    this.topics.catchUp();
    this.#tables.catchUp();
  }

  applyRules(standing: ProjectStanding): void {
    this.#project.standing = standing;
    this.topics.applyRules();
  }

  end(reason: EndReason): void {
    this.#parts.onEnd(ENDINGS[reason]);
  }

  /** The socket is gone, or soon is; the state that its client may go on from is kept. */
  leave(): void {
    const { connections, place } = this.#parts;
    const positions = new Map([...this.topics.positions, ...this.#tables.positions]);
    connections.resumable.delete(this.#resumeId);
    if (positions.size > 0) this.#kept = connections.resumable.keep(this.#resumeId, this.owner, positions);
    this.topics.close();
    this.#tables.close();
    connections.leave(this);
    place();
  }

  async #subscribe(frame: Extract<ClientFrame, { type: "subscribe" }>): Promise<void> {
    const { subscriptionId } = frame;
    this.#requireInspected(frame);
    if (this.topics.has(subscriptionId) || this.#tables.has(subscriptionId)) {
      throw new ServiceError("invalid_request", "The connection has a subscription with this ID.");
    }
    if (this.topics.size + this.#tables.size >= MAX_SUBSCRIPTIONS_OF_SOCKET) {
      return this.#parts.writer.send(refusalFrame({ subscriptionId }, limitReached("socket")));
    }
    if (this.#isExpired) throw new ServiceError("token_expired", EXPIRED);
    await (frame.kind === "topic" ? this.topics.subscribe(frame) : this.#tables.subscribe(frame));
    // The token may have ended meanwhile.
    if (this.#isExpired) this.endAll("token_expired", EXPIRED);
  }

  /** An inspection is recorded with its subject, so it hears of nothing else. */
  #requireInspected(frame: Extract<ClientFrame, { type: "subscribe" }>): void {
    const about = this.#identity.inspection?.about;
    if (!about) return;
    const isAbout =
      frame.kind === "topic"
        ? about.kind === "topic" && about.topic === frame.topic
        : about.kind === "changes" && about.table === frame.table;
    if (!isAbout) throw new ServiceError("missing_permission", "This inspection is about something else.");
  }

  #sayReady(): void {
    const perProject = Math.min(planLimits(this.#project.standing.tier).subscriptions, PLATFORM_SUBSCRIPTIONS);
    this.#parts.writer.send({
      ...{ type: "ready", socketId: this.#socketId, resume: this.#resumeId, resumeSeconds: KEPT_MS / 1_000 },
      heartbeatSeconds: this.#parts.heartbeatMilliseconds / 1_000,
      limits: { perSocket: MAX_SUBSCRIPTIONS_OF_SOCKET, perProject },
    });
  }
}

import type { Release } from "@/lib/core/concurrency";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import { PLATFORM_SUBSCRIPTIONS } from "@/lib/core/ports/subscription-counts";
import type { AuthFrame, ClientFrame } from "@/lib/services/realtime/sockets/frames";
import type { RealtimeHub } from "@/lib/services/realtime/sockets/hub";
import type { SocketIdentity } from "@/lib/services/realtime/sockets/identify";
import { MAX_SUBSCRIPTIONS_OF_SOCKET } from "@/lib/services/realtime/sockets/limits";
import { KEPT_MS } from "@/lib/services/realtime/sockets/message-ring";
import type { EndReason, OpenProject, OpenSocket } from "@/lib/services/realtime/sockets/open-project";
import type { ProjectStanding } from "@/lib/services/realtime/sockets/standing";
import { CLOSE, type Closing } from "./close-codes";
import type { Entry } from "./enter-project";
import type { SocketWriter } from "./socket-writer";
import { Subscriptions } from "./subscriptions";

interface Parts {
  hub: RealtimeHub;
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

/** A socket from the moment that it belongs to somebody. */
export class SocketSession implements OpenSocket {
  readonly subscriptions: Subscriptions;
  readonly #parts: Parts;
  readonly #project: OpenProject;
  readonly #socketId: string;
  readonly #resumeId: string;
  #identity: SocketIdentity;

  constructor(parts: Parts, { identity, standing }: Entry) {
    const { hub, writer } = parts;
    this.#parts = parts;
    this.#identity = identity;
    // The one is shown to others, the other is a secret.
    this.#socketId = hub.resumes.createId().slice(0, 16);
    this.#resumeId = hub.resumes.createId();
    hub.resumes.add(this.#resumeId, this);
    this.#project = hub.join(this, standing);
    this.subscriptions = new Subscriptions({ hub, writer, identity, project: this.#project, socketId: this.#socketId });
  }

  get identity(): SocketIdentity {
    return this.#identity;
  }

  get owner(): { projectId: string; userId: string | null } {
    const { projectId, user } = this.#identity;
    return { projectId, userId: user?.id ?? null };
  }

  /** Its client has come back by another socket, before this one was seen to be gone. */
  giveWay(): void {
    this.#parts.onEnd(CLOSE.replaced);
  }

  /** Says that the socket is ready, and goes on from an earlier one where the client asks for that. */
  begin({ resume }: AuthFrame): void {
    const { hub } = this.#parts;
    if (resume !== undefined) this.subscriptions.goOnFrom(hub.resumes.take(resume, this.owner));
    this.#sayReady();
  }

  /** Takes a new token. A socket that changes its user, or the key, begins anew. */
  renew(identity: SocketIdentity): void {
    const { projectId, user, mayWrite } = this.#identity;
    if (identity.projectId !== projectId)
      throw new ServiceError("unauthorized", "Open a new connection for another project.");
    if (identity.user?.id !== user?.id || identity.mayWrite !== mayWrite) {
      this.subscriptions.endAll("missing_permission", "The connection belongs to someone else now. Subscribe again.");
    }
    this.#identity = identity;
    this.subscriptions.identity = identity;
    this.#sayReady();
  }

  async answer(frame: Exclude<ClientFrame, AuthFrame>): Promise<void> {
    switch (frame.type) {
      case "subscribe":
        if (frame.kind === "topic") return this.subscriptions.subscribe(frame);
        // Until a feed is joined (change-feed.ts), no table is published.
        throw new ServiceError("not_found", "The table isn't published.");
      case "unsubscribe":
        return this.subscriptions.unsubscribe(frame.subscriptionId);
      case "send":
        return this.subscriptions.send(frame);
      case "presence":
        return this.subscriptions.setPresence(frame);
      case "ping":
        return this.#parts.writer.send({ type: "pong" });
    }
  }

  applyRules(standing: ProjectStanding): void {
    this.#project.standing = standing;
    this.subscriptions.applyRules();
  }

  end(reason: EndReason): void {
    this.#parts.onEnd(ENDINGS[reason]);
  }

  /** The socket is gone, or soon is; what its client may go on from is kept. */
  leave(): void {
    const { hub, place } = this.#parts;
    const { positions } = this.subscriptions;
    hub.resumes.delete(this.#resumeId);
    if (positions.size > 0) hub.resumes.keep(this.#resumeId, { ...this.owner, positions });
    this.subscriptions.close();
    hub.leave(this);
    place();
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

import type { SecretSealer } from "@/lib/core/crypto/seal";
import { planLimits } from "@/lib/core/plans";
import type { Random } from "@/lib/core/ports/random";
import type { RealtimeExchange, RealtimeFigures, RealtimeMessage } from "@/lib/core/ports/realtime-exchange";
import type { SocketRegistry } from "@/lib/core/ports/socket-registry";
import type { SubscriptionCounts, SubscriptionLimit } from "@/lib/core/ports/subscription-counts";
import type { AppendOptions, TopicLog } from "@/lib/core/ports/topic-log";
import { writeJson } from "@/lib/core/written-json";
import { OpenProject, type OpenSocket, type SubscriptionKind } from "./open-project";
import { ResumableSockets } from "./resumable-sockets";
import type { ProjectStanding } from "./standing";
import { TopicPool } from "./topic-pool";

interface Parts {
  sealer: SecretSealer;
  random: Random;
  counts: SubscriptionCounts;
  log: TopicLog;
  registry: SocketRegistry;
}

interface SentMessage extends RealtimeMessage {
  userId?: string;
}

const NOBODY: RealtimeFigures = {
  ...{ sockets: 0, subscriptions: { changes: 0, topic: 0 } },
  ...{ deliveredPerSecond: 0, lagMilliseconds: null },
};

/** The sockets of this process by project, and the messages that pass between them. */
export class ConnectionRegistry implements RealtimeExchange {
  readonly topics: TopicPool;
  readonly resumable: ResumableSockets;
  readonly log: TopicLog;
  readonly #counts: SubscriptionCounts;
  readonly #registry: SocketRegistry;
  readonly #projects = new Map<string, OpenProject>();
  /** The number of messages to projects whose sockets, if any, are in other processes. */
  #sentElsewhere = new Map<string, number>();
  /** Projects whose last socket is gone, until their use is taken. */
  readonly #closed = new Map<string, OpenProject>();

  constructor({ sealer, random, counts, log, registry }: Parts) {
    [this.log, this.#counts, this.#registry] = [log, counts, registry];
    const onDelivered = (projectId: string, count: number) => this.#projects.get(projectId)?.noteDelivered(count);
    this.topics = new TopicPool({ sealer, log, onDelivered });
    this.resumable = new ResumableSockets(random, registry);
  }

  get projects(): readonly OpenProject[] {
    return [...this.#projects.values()];
  }

  join(socket: OpenSocket, standing: ProjectStanding): OpenProject {
    const { projectId } = socket.identity;
    const known = this.#projects.get(projectId) ?? this.#closed.get(projectId);
    const project = known ?? new OpenProject(projectId, standing);
    this.#closed.delete(projectId);
    this.#projects.set(projectId, project);
    project.standing = standing;
    project.add(socket);
    return project;
  }

  leave(socket: OpenSocket): void {
    const project = this.#projects.get(socket.identity.projectId);
    project?.delete(socket);
    if (project?.sockets.size !== 0) return;
    this.#projects.delete(project.id);
    this.#closed.set(project.id, project);
  }

  /** Takes a place for a subscription. Returns the limit that is reached in its stead. */
  async takePlace(project: OpenProject, kind: SubscriptionKind): Promise<SubscriptionLimit | null> {
    const taken = await this.#counts.take(project.id, planLimits(project.standing.tier).subscriptions);
    if (typeof taken === "string") return taken;
    project.subscriptions[kind] += 1;
    project.peak = Math.max(project.peak, taken);
    return null;
  }

  givePlace(project: OpenProject, kind: SubscriptionKind): void {
    project.subscriptions[kind] -= 1;
    this.#counts.give(project.id);
  }

  /** Sends the message of a socket or, with `once`, of a transaction. Throws `rate_limited`, `service_unavailable`. */
  async send(project: OpenProject, message: SentMessage, once?: string): Promise<void> {
    const perSecond = planLimits(project.standing.tier).broadcasts;
    await this.#append(project.id, [message], { perSecond, ...(once !== undefined && { once }) });
  }

  async publish(projectId: string, messages: readonly RealtimeMessage[], perSecond: number): Promise<void> {
    await this.#append(projectId, messages, { perSecond });
  }

  async figuresOf(projectId: string): Promise<RealtimeFigures> {
    const own = this.#projects.get(projectId)?.figures ?? NOBODY;
    return [own, ...(await this.#registry.others(projectId))].reduce(sumOf);
  }

  /** Tells other processes of the sockets here. */
  async noteFigures(): Promise<void> {
    await this.#registry.note(new Map(this.projects.map(({ id, figures }) => [id, figures])));
  }

  takeSentElsewhere(): ReadonlyMap<string, number> {
    const sent = this.#sentElsewhere;
    this.#sentElsewhere = new Map();
    return sent;
  }

  /** Returns the projects with something to count since the last time. */
  takeProjectsToCount(): OpenProject[] {
    const closed = [...this.#closed.values()];
    this.#closed.clear();
    return [...closed, ...this.projects];
  }

  /** Drops the state that nobody came back for. */
  sweep(): void {
    this.topics.sweep();
  }

  async close(): Promise<void> {
    for (const each of [this.#counts, this.log, this.#registry]) await each.close();
  }

  async #append(projectId: string, messages: readonly SentMessage[], options: AppendOptions): Promise<void> {
    const logged = messages.map(({ topic, event, payload, userId }) => {
      const from = userId === undefined ? {} : { userId };
      return { topic, body: writeJson({ event, payload, from }) };
    });
    const appended = await this.log.append(projectId, logged, options);
    const project = this.#projects.get(projectId) ?? this.#closed.get(projectId);
    if (project) project.noteSent(appended);
    else this.#sentElsewhere.set(projectId, (this.#sentElsewhere.get(projectId) ?? 0) + appended);
  }
}

function sumOf(one: RealtimeFigures, other: RealtimeFigures): RealtimeFigures {
  const lags = [one.lagMilliseconds, other.lagMilliseconds].filter((lag) => lag !== null);
  return {
    sockets: one.sockets + other.sockets,
    subscriptions: {
      changes: one.subscriptions.changes + other.subscriptions.changes,
      topic: one.subscriptions.topic + other.subscriptions.topic,
    },
    deliveredPerSecond: one.deliveredPerSecond + other.deliveredPerSecond,
    lagMilliseconds: lags.length === 0 ? null : Math.max(...lags),
  };
}

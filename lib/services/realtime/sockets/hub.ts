import type { SecretSealer } from "@/lib/core/crypto/seal";
import { planLimits } from "@/lib/core/plans";
import type { Random } from "@/lib/core/ports/random";
import type { RealtimeExchange, RealtimeFigures, RealtimeMessage } from "@/lib/core/ports/realtime-exchange";
import type { SubscriptionCounts, SubscriptionLimit } from "@/lib/core/ports/subscription-counts";
import { SendBudgets } from "@/lib/core/send-budgets";
import { OpenProject, type OpenSocket, type SubscriptionKind } from "./open-project";
import { ResumeShelf } from "./resume-shelf";
import type { ProjectStanding } from "./standing";
import { TopicShelf } from "./topic-shelf";

interface HubParts {
  sealer: SecretSealer;
  random: Random;
  counts: SubscriptionCounts;
}

interface SentMessage extends RealtimeMessage {
  userId?: string;
}

const NOBODY: RealtimeFigures = {
  ...{ sockets: 0, subscriptions: { changes: 0, topic: 0 } },
  ...{ deliveredPerSecond: 0, lagMilliseconds: null },
};

/** The sockets of this process by project, and what passes between them. */
export class RealtimeHub implements RealtimeExchange {
  readonly topics: TopicShelf;
  readonly resumes: ResumeShelf;
  readonly #counts: SubscriptionCounts;
  readonly #budgets = new SendBudgets();
  readonly #projects = new Map<string, OpenProject>();
  /** Projects whose last socket is gone, until their use is taken. */
  readonly #closed = new Map<string, OpenProject>();

  constructor({ sealer, random, counts }: HubParts) {
    this.topics = new TopicShelf(sealer, random);
    this.resumes = new ResumeShelf(random);
    this.#counts = counts;
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

  /** Sends what a socket says. Throws `rate_limited`. */
  send(project: OpenProject, message: SentMessage): void {
    this.#budgets.spend(project.id, planLimits(project.standing.tier).broadcasts, 1);
    this.#deliver(project.id, message);
  }

  async publish(projectId: string, messages: readonly RealtimeMessage[], perSecond: number): Promise<void> {
    this.#budgets.spend(projectId, perSecond, messages.length);
    for (const message of messages) this.#deliver(projectId, message);
  }

  async figuresOf(projectId: string): Promise<RealtimeFigures> {
    return this.#projects.get(projectId)?.figures ?? NOBODY;
  }

  /** Returns the projects with something to count since the last time. */
  takeProjectsToCount(): OpenProject[] {
    const closed = [...this.#closed.values()];
    this.#closed.clear();
    return [...closed, ...this.projects];
  }

  /** Drops what nobody came back for. */
  sweep(): void {
    this.topics.sweep();
    this.resumes.sweep();
  }

  close(): Promise<void> {
    return this.#counts.close();
  }

  #deliver(projectId: string, { topic, event, payload, userId }: SentMessage): void {
    const from = userId === undefined ? {} : { userId };
    const delivered = this.topics.find(projectId, topic)?.publish({ event, payload, from }) ?? 0;
    this.#projects.get(projectId)?.noteSent(1, delivered);
  }
}

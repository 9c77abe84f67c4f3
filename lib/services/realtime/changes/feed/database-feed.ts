import { VISIBLE } from "@/lib/core/access/databases";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { databaseNotFound } from "@/lib/core/not-found";
import { planFor } from "../authorization/plan";
import { RowAuthorizer } from "../authorization/row-authorizer";
import { viewOf } from "../authorization/view";
import type { RealtimeDatabase } from "../outbox/open";
import { nameOf, type PublishedTable } from "../outbox/read-tables";
import type { RecordedTransaction } from "../reader/poll";
import type { GapReason, Position } from "../reader/position";
import { OutboxReader, type ReaderEvents } from "../reader/reader";
import { readTableReference } from "../tables/access";
import { openCursor, sealCursor } from "./cursor";
import { notForVisitors, notPublished, requireAudience } from "./refusals";
import { type NumberedTransaction, ReplayBuffer } from "./replay-buffer";
import { Replays } from "./replays";
import { type Route, routeOf } from "./route";
import { isFor, type Member, type ShownTable, SubscriberGroup } from "./subscriber-group";
import type { ChangeSink, ChangeSubscription, MessageListener, OpenSubscription } from "./subscription";

/** The time after an event for which its cursor can be gone on from. */
const WINDOW_MS = 120_000;

const PROJECT_EVERY_MS = 4_000;

export interface FeedTimes {
  /** Readers look this often even where writers are to wake them. */
  quietLookMs?: number;
  /** A policy that takes longer fails. */
  policyMs?: number;
}

/** The changes of one database, for all who subscribe to them in this process. */
export class DatabaseFeed implements ReaderEvents {
  readonly #ctx: Context;
  readonly #database: RealtimeDatabase;
  readonly #reader: OutboxReader;
  readonly #replays: Replays;
  readonly #authorizer: RowAuthorizer;
  readonly #epoch: string;
  readonly #buffer = new ReplayBuffer(WINDOW_MS);
  readonly #groups = new Map<string, SubscriberGroup>();
  readonly #listeners = new Set<MessageListener>();
  #tables = new Map<string, ShownTable>();
  #number = 0;
  /** The position of the last poll. */
  #before: Position | null = null;
  #checkedAt = performance.now();
  #isDegraded = false;
  #started: Promise<unknown> | null = null;

  constructor(ctx: Context, database: RealtimeDatabase, { quietLookMs, policyMs }: FeedTimes = {}) {
    [this.#ctx, this.#database] = [ctx, database];
    this.#reader = new OutboxReader(ctx, database, this, quietLookMs);
    this.#replays = new Replays(this.#reader);
    this.#authorizer = new RowAuthorizer(ctx, database, policyMs);
    this.#epoch = createId("request", ctx.random);
  }

  /** The number of clients that are about to subscribe. */
  awaited = 0;

  get isUsed(): boolean {
    return this.awaited > 0 || this.#groups.size > 0 || this.#listeners.size > 0;
  }

  /** Begins to read, once. Throws the errors of opening a session. */
  start(): Promise<unknown> {
    this.#started ??= this.#reader.start().then((position) => {
      this.#before = position;
    });
    return this.#started;
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#authorizer.close();
  }

  /** The caller has started the feed. Throws `not_found`, `missing_permission`, `invalid_request`. */
  async subscribe(asked: ChangeSubscription, sink: ChangeSink): Promise<OpenSubscription> {
    await this.#reader.refresh();
    const name = nameOf(readTableReference(asked.table));
    const shown = this.#tables.get(name);
    if (!shown) throw notPublished(name);
    requireAudience(shown, asked);
    const member: Member = { asked, sink, after: 0, view: { of: shown.table, sees: viewOf(shown.table, asked) } };
    const replayed = asked.since === undefined ? [] : await this.#since(asked.since);
    // From here on nothing waits: later changes are told to the member.
    member.after = this.#number;
    const group = this.#join(name, member);
    const cursor = this.#cursor();
    if (replayed === null) group.add({ kind: "gap", reason: "expired", cursor, only: member });
    else if (replayed.length > 0) group.add({ kind: "transactions", transactions: replayed, only: member });
    const isResumed = asked.since !== undefined && replayed !== null;
    return { cursor, isResumed, position: () => this.#cursor(), close: () => this.#leave(group, member) };
  }

  /** Hears the messages that customers send from SQL, until the returned function is called. */
  listen(listener: MessageListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async tables(tables: readonly PublishedTable[]): Promise<void> {
    const next = new Map<string, ShownTable>();
    // A tree that can't be followed yet tells a gap at each look.
    for (const table of tables.filter(({ isRecorded, isFollowed }) => isRecorded || !isFollowed)) {
      const before = this.#tables.get(nameOf(table));
      const isSame = before && JSON.stringify(before.table) === JSON.stringify(table);
      next.set(nameOf(table), isSame ? before : { table, plan: await planFor(table) });
    }
    this.#tables = next;
    await this.#endOfFormerProjects();
    for (const group of [...this.#groups.values()]) {
      const shown = next.get(group.name);
      if (!shown || shown.plan.kind === "nobody") group.end(notPublished(group.name));
      else if (!isFor(shown, group.subscriber.userId)) group.end(notForVisitors());
    }
  }

  read(transactions: readonly RecordedTransaction[], position: Position): void {
    const numbered = transactions.map((transaction, index): NumberedTransaction => {
      this.#number += 1;
      // All but the last are found again by the snapshot before, with their followers.
      const from = index === transactions.length - 1 ? position : (this.#before ?? position);
      const made = { ...transaction, number: this.#number, cursor: this.#sealed(this.#number, from) };
      this.#buffer.add(made, this.#ctx.clock.now().getTime());
      return made;
    });
    this.#before = position;
    const routes = new Map<string, Route>([...this.#tables].map(([name, shown]) => [name, routeOf(numbered, shown)]));
    for (const group of this.#groups.values()) {
      const mine = routes.get(group.name)?.(group.subscriber.userId) ?? [];
      if (mine.length > 0) group.add({ kind: "transactions", transactions: mine });
    }
    for (const { messages } of numbered) {
      for (const message of messages) for (const listener of this.#listeners) listener.hear(message);
    }
  }

  lost(reason: GapReason, position: Position): void {
    this.#number += 1;
    this.#before = position;
    this.#buffer.clear(this.#number);
    const cursor = this.#sealed(this.#number, position);
    for (const group of this.#groups.values()) group.add({ kind: "gap", reason, cursor });
    for (const listener of this.#listeners) listener.lose();
  }

  failed(error: unknown): void {
    if (!this.#isDegraded) {
      this.#ctx.log.warn({ err: error, databaseId: this.#database.id }, "a database's changes can't be read");
      for (const { sink } of this.#members()) sink.status("degraded");
    }
    this.#isDegraded = true;
    void this.#endIfGone(error);
  }

  recovered(): void {
    this.#isDegraded = false;
    for (const { sink } of this.#members()) sink.status("live");
  }

  /** A project may have been given another database, or been deleted, since its users subscribed. */
  async #endOfFormerProjects(): Promise<void> {
    if (performance.now() - this.#checkedAt < PROJECT_EVERY_MS) return;
    this.#checkedAt = performance.now();
    const where = { databaseId: this.#database.id, deletedAt: null };
    const project = await this.#ctx.db.project.findFirst({ where, select: { id: true } });
    for (const group of [...this.#groups.values()]) {
      if (group.projectId !== project?.id) group.end(notPublished(group.name));
    }
  }

  /** A database that was deleted, or has no outbox any more, will not come back by itself. */
  async #endIfGone(error: unknown): Promise<void> {
    const where = { id: this.#database.id, ...VISIBLE };
    const isThere = await this.#ctx.db.database.count({ where }).catch(() => 1);
    const isUnpublished = error instanceof ServiceError && error.code === "not_found";
    if (isThere > 0 && !isUnpublished) return;
    for (const group of [...this.#groups.values()]) {
      group.end(isUnpublished ? error : databaseNotFound());
    }
    for (const listener of [...this.#listeners]) listener.end();
  }

  #members(): Member[] {
    return [...this.#groups.values()].flatMap(({ members }) => [...members]);
  }

  #join(name: string, member: Member): SubscriberGroup {
    const { who, projectId } = member.asked;
    const key = JSON.stringify([projectId, name, who.userId, who.userId === null ? null : who.claims]);
    let group = this.#groups.get(key);
    if (!group) {
      const made: SubscriberGroup = new SubscriberGroup(
        { projectId, name, subscriber: who },
        {
          authorizer: this.#authorizer,
          shown: () => this.#tables.get(name),
          leave: (one) => this.#leave(made, one),
        },
      );
      group = made;
      this.#groups.set(key, made);
    }
    group.members.add(member);
    return group;
  }

  #leave(group: SubscriberGroup, member: Member): void {
    group.members.delete(member);
    if (group.members.size > 0) return;
    for (const [key, one] of this.#groups) if (one === group) this.#groups.delete(key);
  }

  /** Returns the changes after a cursor; `null` where that is not known any more. */
  async #since(text: string): Promise<NumberedTransaction[] | null> {
    const cursor = openCursor(this.#ctx.sealer, this.#database.id, text);
    if (!cursor) return null;
    if (cursor.epoch === this.#epoch) return this.#buffer.after(cursor.number);
    if (this.#ctx.clock.now().getTime() - cursor.at > WINDOW_MS) return null;
    const [until, number] = [this.#reader.position, this.#number];
    if (!until) return null;
    const last = () => this.#sealed(number, until);
    // It has no place in the sequence of this feed, so every feed finds it by its snapshot.
    const cursorAt = (snapshot: string) => this.#sealed(0, { place: until.place, snapshot }, "");
    const found = await this.#replays.read({ since: cursor, until, cursorAt, last });
    const later = this.#buffer.after(number);
    return found && later && [...found.map((one) => ({ ...one, number })), ...later];
  }

  #cursor(): string {
    const position = this.#reader.position;
    if (!position) throw new Error("a feed that has started has a position");
    return this.#sealed(this.#number, position);
  }

  #sealed(number: number, position: Position, epoch = this.#epoch): string {
    const { sealer, clock } = this.#ctx;
    return sealCursor(sealer, this.#database.id, { epoch, number, at: clock.now().getTime(), ...position });
  }
}

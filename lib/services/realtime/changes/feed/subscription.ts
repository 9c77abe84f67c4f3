import { z } from "zod";
import type { ServiceError } from "@/lib/core/errors";
import { CHANGE_EVENTS, type Change } from "../authorization/change";
import { ChangeFilter } from "../authorization/filter";
import type { Subscriber } from "../authorization/row-authorizer";
import type { RealtimeDatabase } from "../outbox/open";
import type { SentMessage } from "../reader/poll";
import type { GapReason } from "../reader/position";

/** The changes that a client asks for. */
export const ChangeSubscriptionInput = z.strictObject({
  table: z.string().min(1).max(127),
  events: z.array(z.enum(CHANGE_EVENTS)).min(1).max(CHANGE_EVENTS.length).optional(),
  filter: ChangeFilter.optional(),
  columns: z.array(z.string().min(1).max(63)).min(1).max(100).optional(),
  /** The cursor of the last event that the client has. */
  since: z.string().max(8_192).optional(),
});

export interface ChangeSubscription extends z.infer<typeof ChangeSubscriptionInput> {
  projectId: string;
  database: RealtimeDatabase;
  who: Subscriber;
}

/** Takes the events after a subscription. Nothing is called before `subscribe` has returned, nor after `error`. */
export interface ChangeSink {
  /** The changes of one transaction. */
  batch(batch: { cursor: string; changes: readonly Change[] }): void;
  /** Changes are missing: the client reads the table again and goes on. */
  gap(reason: GapReason, cursor: string): void;
  /** The subscription has ended. */
  error(error: ServiceError): void;
  /** `degraded` while the database cannot be read. Changes missing afterwards are told by a gap. */
  status(status: "live" | "degraded"): void;
}

/** Takes the messages that customers send from SQL. */
export interface MessageListener {
  hear(message: SentMessage): void;
  /** Messages are missing. */
  lose(): void;
  /** The database can't be read any more, so that nothing will come. */
  end(): void;
}

export interface OpenSubscription {
  /** The feed's position when the subscription began. */
  cursor: string;
  /** Whether everything behind `since` follows; else a gap does. */
  isResumed: boolean;
  /** Returns where the feed is now, from which a client can go on. */
  position(): string;
  close(): void;
}

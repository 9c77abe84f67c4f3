import { z } from "zod";
import { readAs } from "@/lib/core/input-sentences";
import { JsonText } from "@/lib/core/json-text";
import { ChangeSubscriptionInput } from "@/lib/services/realtime/changes/feed/subscription";
import { Topic } from "@/lib/sign-in/projects/realtime-settings";

/** A larger frame ends the connection. */
export const MAX_FRAME_BYTES = 64 * 1024;
const MAX_STATE_BYTES = 1_024;
const MAX_CURSOR_LENGTH = 400;

const SubscriptionId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 of A-Z, a-z, 0-9, _ and -");
const Ref = z.union([z.string().max(64), z.int()]);
const Cursor = z.string().max(MAX_CURSOR_LENGTH);

export const EventName = z.string().min(1).max(100);

const PresenceState = z
  .record(z.string(), z.json())
  .refine((state) => Buffer.byteLength(JSON.stringify(state)) <= MAX_STATE_BYTES, "must be at most 1 kB of JSON");

const Auth = z.strictObject({
  type: z.literal("auth"),
  projectId: z.string().max(64),
  key: z.string().max(200),
  token: z.string().max(16_384).optional(),
  resume: z.string().max(64).optional(),
});

const SubscribeToChanges = ChangeSubscriptionInput.extend({
  type: z.literal("subscribe"),
  subscriptionId: SubscriptionId,
  kind: z.literal("changes"),
});

const SubscribeToTopic = z.strictObject({
  type: z.literal("subscribe"),
  subscriptionId: SubscriptionId,
  kind: z.literal("topic"),
  topic: Topic,
  presence: PresenceState.optional(),
  since: Cursor.optional(),
});

const Subscribe = z.discriminatedUnion("kind", [SubscribeToChanges, SubscribeToTopic]);
const Unsubscribe = z.strictObject({ type: z.literal("unsubscribe"), subscriptionId: SubscriptionId });

const Send = z.strictObject({
  type: z.literal("send"),
  subscriptionId: SubscriptionId,
  event: EventName,
  payload: z.json(),
  ref: Ref.optional(),
});

const SetPresence = z.strictObject({
  type: z.literal("presence"),
  subscriptionId: SubscriptionId,
  state: PresenceState,
});

const Ping = z.strictObject({ type: z.literal("ping") });

const ClientFrame = z.discriminatedUnion("type", [Auth, Subscribe, Unsubscribe, Send, SetPresence, Ping]);
export type ClientFrame = z.infer<typeof ClientFrame>;
export type AuthFrame = z.infer<typeof Auth>;
export type SendFrame = z.infer<typeof Send>;
export type TableFrame = z.infer<typeof SubscribeToChanges>;
export type TopicFrame = z.infer<typeof SubscribeToTopic>;
export type SetPresenceFrame = z.infer<typeof SetPresence>;

/** Which subscription, and which frame, an answer belongs to. */
export interface FrameOrigin {
  subscriptionId: string | null;
  ref?: string | number;
}

export type ReadFrame = { frame: ClientFrame } | { problem: string; origin: FrameOrigin };

/** Reads a message of a client: a frame, or its fault and the place of the refusal. */
export function readFrame(text: string): ReadFrame {
  const parsed = JsonText.safeParse(text);
  if (!parsed.success) return { problem: "The frame isn't JSON.", origin: { subscriptionId: null } };
  const frame = readAs(ClientFrame, parsed.data);
  if (frame.success) return { frame: frame.data };
  const [issue] = frame.error.issues;
  const path = issue?.path.join(".") ?? "";
  return {
    problem: path === "" ? (issue?.message ?? "") : `${path}: ${issue?.message}`,
    origin: originOf(parsed.data),
  };
}

/** Returns where the refusal of a frame belongs, as far as the frame says that. */
export function originOf(value: unknown): FrameOrigin {
  const { subscriptionId, ref } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const id = SubscriptionId.safeParse(subscriptionId);
  const known = Ref.safeParse(ref);
  return { subscriptionId: id.success ? id.data : null, ...(known.success && { ref: known.data }) };
}

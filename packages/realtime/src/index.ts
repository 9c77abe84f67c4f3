export type { ChangesHandlers } from "./changes";
export { createRealtime, type Realtime } from "./create-realtime";
export type { RealtimeOptions, TokenAnswer } from "./options";
export { RealtimeError, type RealtimeErrorCode } from "./realtime-error";
export type { RealtimeStatus, Subscription, SubscriptionHandlers } from "./subscription";
export type { TopicHandlers, TopicRequest, TopicSubscription } from "./topic";
export type { Change, ChangeFilter, ChangesRequest, GapReason, PresenceMember, TopicMessage } from "./wire";

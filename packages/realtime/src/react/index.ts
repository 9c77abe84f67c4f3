export { useChanges } from "./use-changes";
export { type PresenceInTopic, usePresence } from "./use-presence";
export type { SubscriptionState } from "./use-subscription";
export { type TopicState, useTopic } from "./use-topic";

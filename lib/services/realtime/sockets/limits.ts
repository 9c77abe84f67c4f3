export const MAX_SUBSCRIPTIONS_OF_SOCKET = 200;
/** A server sends this many messages in one request. */
export const MAX_MESSAGES = 100;

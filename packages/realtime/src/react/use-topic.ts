"use client";

import { useCallback } from "react";
import type { Realtime } from "../create-realtime";
import type { TopicHandlers } from "../topic";
import { type SubscriptionState, useSubscription } from "./use-subscription";

/**
 * The state of a topic for a component.
 *
 * @example
 * const wave = ({ send }: TopicState) => send("waved", {});
 */
export interface TopicState extends SubscriptionState {
  /** Resolves once the service has the message. Rejects with a `RealtimeError`. It stays the same. */
  send: (event: string, payload: unknown) => Promise<void>;
}

/**
 * Hears of messages of a topic while the component is shown, and sends some.
 *
 * @example
 * const { status, send } = useTopic(realtime, "room:1", { onMessage: show });
 * return <button onClick={() => send("waved", {})}>Wave</button>;
 */
export function useTopic(
  realtime: Realtime,
  topic: string,
  handlers: Omit<TopicHandlers, "onPresence"> = {},
): TopicState {
  const { state, open } = useSubscription([realtime, topic], handlers, (current, hooks) =>
    realtime.subscribe({ topic }, { ...hooks, onMessage: (message) => current().onMessage?.(message) }),
  );
  const send = useCallback(
    async (event: string, payload: unknown) => {
      if (!open.current) throw new Error("Send from an event or an effect, not while rendering.");
      await open.current.send(event, payload);
    },
    [open],
  );
  return { ...state, send };
}

"use client";

import { useEffect, useRef, useState } from "react";
import type { RealtimeError } from "../realtime-error";
import type { RealtimeStatus, Subscription, SubscriptionHandlers } from "../subscription";

/**
 * The state of a component's subscription.
 *
 * @example
 * const isUsable = ({ status }: SubscriptionState) => status === "live" || status === "catching-up";
 */
export interface SubscriptionState {
  status: RealtimeStatus;
  /** Why it was refused; `null` otherwise. */
  error: RealtimeError | null;
}

const FIRST: SubscriptionState = { status: "connecting", error: null };

/** Keeps one subscription for as long as the component shows the same thing; handlers may change with each rendering. */
export function useSubscription<Handlers extends SubscriptionHandlers, Open extends Subscription>(
  wanted: readonly unknown[],
  handlers: Handlers,
  subscribe: (current: () => Handlers, state: SubscriptionHandlers) => Open,
): { state: SubscriptionState; open: React.RefObject<Open | null> } {
  const [state, setState] = useState(FIRST);
  const open = useRef<Open>(null);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const key = JSON.stringify(wanted.slice(1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the wanted subscription, by its value
  useEffect(() => {
    setState(FIRST);
    const subscription = subscribe(() => latest.current, {
      onGap: (reason) => latest.current.onGap?.(reason),
      onStatus: (status) => {
        setState((before) => ({ ...before, status }));
        latest.current.onStatus?.(status);
      },
      onError: (error) => {
        setState({ status: "refused", error });
        latest.current.onError?.(error);
      },
    });
    open.current = subscription;
    return () => subscription.unsubscribe();
  }, [wanted[0], key]);
  return { state, open };
}

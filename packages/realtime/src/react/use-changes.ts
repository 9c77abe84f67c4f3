"use client";

import type { ChangesHandlers } from "../changes";
import type { Realtime } from "../create-realtime";
import type { ChangesRequest } from "../wire";
import { type SubscriptionState, useSubscription } from "./use-subscription";

/**
 * Hears of changes of a published table while the component is shown. The request is compared by its value, so that it
 * can be written in place.
 *
 * @example
 * const { status } = useChanges<Todo>(realtime, { table: "todos" }, { onChange: apply, onGap: refetch });
 */
export function useChanges<Row = Record<string, unknown>>(
  realtime: Realtime,
  request: ChangesRequest,
  handlers: ChangesHandlers<Row>,
): SubscriptionState {
  return useSubscription([realtime, request], handlers, (current, state) =>
    realtime.subscribe<Row>(request, { ...state, onChange: (change) => current().onChange?.(change) }),
  ).state;
}

"use client";

import { useEffect, useRef, useState } from "react";
import type { Realtime } from "../create-realtime";
import type { PresenceMember } from "../wire";
import { type SubscriptionState, useSubscription } from "./use-subscription";

/**
 * The members who are present.
 *
 * @example
 * const count = ({ members }: PresenceInTopic) => members.length;
 */
export interface PresenceInTopic extends SubscriptionState {
  members: readonly PresenceMember[];
}

const NOBODY: readonly PresenceMember[] = [];

/**
 * Is there in a topic while the component is shown, and returns the others. Others see `own`, which may change with
 * each rendering: 1 kB of JSON at most.
 *
 * @example
 * const { members } = usePresence(realtime, "room:1", { name: user.name, cursor });
 * return members.map(({ id, state }) => <Cursor key={id} {...state} />);
 */
export function usePresence(realtime: Realtime, topic: string, own: Record<string, unknown>): PresenceInTopic {
  const [members, setMembers] = useState(NOBODY);
  const text = JSON.stringify(own);
  const said = useRef(text);
  const { state, open } = useSubscription([realtime, topic], {}, (_, hooks) => {
    setMembers(NOBODY);
    said.current = text;
    return realtime.subscribe({ topic, presence: own }, { ...hooks, onPresence: setMembers });
  });
  useEffect(() => {
    if (said.current === text) return;
    said.current = text;
    open.current?.setPresence(JSON.parse(text));
  }, [open, text]);
  return { ...state, members };
}

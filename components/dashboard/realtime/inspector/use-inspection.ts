"use client";

import { useEffect, useRef, useState } from "react";
import { noteSession } from "@/components/ui/session";
import type { Outcome } from "@/lib/web/resource";
import type { ShownFrame } from "./frames";
import { openSocket } from "./open-socket";
import type { InspectionRequest } from "./request";

const MAX_FRAMES = 500;

export type OpenInspection = (input: Pick<InspectionRequest, "user" | "about">) => Promise<Outcome<{ ticket: string }>>;

type State =
  | { kind: "idle" }
  | { kind: "opening" | "live"; request: InspectionRequest }
  | { kind: "ended"; reason: string };

/** Hears what a user would, until it is stopped or ends. The newest frames are kept, the newest first. */
export function useInspection(projectId: string, open: OpenInspection) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const [frames, setFrames] = useState<readonly ShownFrame[]>([]);
  const close = useRef(() => {});
  const last = useRef(0);
  /** A start that another one has followed has no effect any more. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
      close.current();
    },
    [],
  );
  const add = (frame: ShownFrame["frame"]) => {
    last.current += 1;
    const shown = { id: last.current, at: Date.now(), frame };
    setFrames((all) => [shown, ...all.slice(0, MAX_FRAMES - 1)]);
  };
  const stop = () => {
    turn.current += 1;
    close.current();
    setState({ kind: "idle" });
  };
  const start = async (request: InspectionRequest) => {
    stop();
    const mine = turn.current;
    setState({ kind: "opening", request });
    const end = (reason: string) => setState({ kind: "ended", reason });
    const outcome = await open({ user: request.user, about: request.about });
    if (mine !== turn.current) return;
    if (!outcome.isDone) {
      if (outcome.isSignedOut) noteSession(true);
      return end(outcome.message);
    }
    close.current = openSocket({ projectId, ticket: outcome.value.ticket }, request, {
      frame: (frame) => {
        if (frame.type === "subscribed") setState({ kind: "live", request });
        add(frame);
        if (frame.type !== "error") return;
        // The one subscription was refused, or has ended.
        close.current();
        end(String(frame.message));
      },
      end,
    });
  };
  return { state, frames, start, stop, clear: () => setFrames([]) };
}

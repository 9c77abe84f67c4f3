"use client";

import { useEffect, useRef, useState } from "react";
import { noteSession } from "@/components/ui/session";
import type { Outcome } from "@/lib/web/resource";
import type { ShownFrame } from "./frames";
import { openSocket } from "./open-socket";
import type { InspectionRequest } from "./request";

const MAX_FRAMES = 500;

/** The service keeps events for two minutes. Later, coming back would only tell of a gap. */
const COMES_BACK_MS = 120_000;
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

const GONE = "The connection was lost, and didn't come back within two minutes. Start again.";
const UNREACHABLE = "The service can't be reached. Check your connection and start again.";

export type OpenInspection = (input: Pick<InspectionRequest, "user" | "about">) => Promise<Outcome<{ ticket: string }>>;

type State =
  | { kind: "idle" }
  | { kind: "opening" | "live" | "lost"; request: InspectionRequest }
  | { kind: "ended"; reason: string };

/** One start, over all its connections. */
interface Turn {
  request: InspectionRequest;
  /** The cursor of the last event, behind which another connection goes on. */
  since: string | null;
  /** When the connection was lost, by `performance.now()`; `null` while it's there. */
  lostAt: number | null;
  attempts: number;
}

/** Hears the events that a user would, until it is stopped or ends, and comes back when the connection is lost. */
export function useInspection(projectId: string, open: OpenInspection) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const { frames, add, clear } = useFrames();
  const close = useRef(() => {});
  /** A start that another one has followed has no effect any more. */
  const current = useRef<Turn | null>(null);
  useEffect(
    () => () => {
      current.current = null;
      close.current();
    },
    [],
  );
  const end = (reason: string) => {
    current.current = null;
    close.current();
    setState({ kind: "ended", reason });
  };
  const hear = (turn: Turn, frame: ShownFrame["frame"]) => {
    if (typeof frame.cursor === "string") turn.since = frame.cursor;
    if (frame.type === "subscribed") {
      Object.assign(turn, { lostAt: null, attempts: 0 });
      setState({ kind: "live", request: turn.request });
    }
    add(frame);
    // The one subscription was refused, or has ended.
    if (frame.type === "error") end(String(frame.message));
  };
  const lose = (turn: Turn) => {
    if (turn.lostAt === null) {
      turn.lostAt = performance.now();
      add({ type: "lost" });
      setState({ kind: "lost", request: turn.request });
    }
    if (performance.now() - turn.lostAt > COMES_BACK_MS) return end(GONE);
    const pause = PAUSES_MS[Math.min(turn.attempts, PAUSES_MS.length - 1)];
    turn.attempts += 1;
    const timer = setTimeout(() => void connect(turn), pause);
    close.current = () => clearTimeout(timer);
  };
  const connect = async (turn: Turn) => {
    const { request, since } = turn;
    const outcome = await open({ user: request.user, about: request.about }).catch(() => null);
    if (turn !== current.current) return;
    if (outcome === null) return turn.lostAt === null ? end(UNREACHABLE) : lose(turn);
    if (!outcome.isDone) {
      if (outcome.isSignedOut) noteSession(true);
      return end(outcome.message);
    }
    const { ticket } = outcome.value;
    close.current = openSocket(
      { projectId, ticket },
      { ...request, since },
      {
        frame: (frame) => hear(turn, frame),
        lost: () => lose(turn),
        end,
      },
    );
  };
  const stop = () => {
    current.current = null;
    close.current();
    setState({ kind: "idle" });
  };
  const start = async (request: InspectionRequest) => {
    stop();
    const turn: Turn = { request, since: null, lostAt: null, attempts: 0 };
    current.current = turn;
    setState({ kind: "opening", request });
    await connect(turn);
  };
  return { state, frames, start, stop, clear };
}

/** Keeps the newest frames, the newest first. */
function useFrames() {
  const [frames, setFrames] = useState<readonly ShownFrame[]>([]);
  const last = useRef(0);
  const add = (frame: ShownFrame["frame"]) => {
    last.current += 1;
    const shown = { id: last.current, at: Date.now(), frame };
    setFrames((all) => [shown, ...all.slice(0, MAX_FRAMES - 1)]);
  };
  return { frames, add, clear: () => setFrames([]) };
}

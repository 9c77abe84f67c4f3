"use client";

import { IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { countText } from "@/components/ui/figure-text";
import { Refusal } from "@/components/ui/refusal";
import { ScriptButton } from "@/components/ui/script-button";
import { FrameList } from "./frame-list";
import type { ShownFrame } from "./frames";
import classes from "./inspector.module.css";
import { RequestForm } from "./request-form";
import { type SendTest, TestMessage } from "./test-message";
import { type OpenInspection, useInspection } from "./use-inspection";

interface Props {
  projectId: string;
  /** The published tables. */
  tables: readonly string[];
  /** The address that finds users of the project. */
  userSearch: string;
  open: OpenInspection;
  send: SendTest;
}

/** Shows the frames that a user would get of a table or a topic, as they come. */
export function Inspector({ projectId, tables, userSearch, open, send }: Props) {
  const { state, frames, start, stop, clear } = useInspection(projectId, open);
  /** What was there when it was paused; `null` while it isn't. */
  const [paused, setPaused] = useState<readonly ShownFrame[] | null>(null);
  const shown = paused ?? frames;
  const waiting = paused ? frames.filter(({ id }) => id > (paused[0]?.id ?? 0)).length : 0;
  const isRunning = state.kind !== "idle" && state.kind !== "ended";
  const topic = isRunning && state.request.about.kind === "topic" ? state.request.about.topic : null;
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <p className={classes.about}>
        What a user of your app would get, by the same rules and policies. Each inspection is recorded in the audit log,
        ends after 15 minutes, and counts as one connection and one subscription of the project.
      </p>
      <div className={classes.page}>
        <div className={classes.side}>
          <RequestForm
            tables={tables}
            userSearch={userSearch}
            isRunning={isRunning}
            start={(request) => {
              setPaused(null);
              void start(request);
            }}
            stop={stop}
          />
          {topic !== null && <TestMessage topic={topic} send={send} />}
        </div>
        <section aria-labelledby="frames" className={classes.list}>
          <div className={classes.head}>
            <h2 id="frames">Frames</h2>
            <p role="status" className={classes.meta}>
              {stateText(state, waiting)}
            </p>
            <ScriptButton
              variant="default"
              size="compact-sm"
              leftSection={<Icon size={14} aria-hidden />}
              onClick={() => setPaused(paused ? null : frames)}
            >
              {paused ? "Resume" : "Pause"}
            </ScriptButton>
            <ScriptButton
              variant="default"
              size="compact-sm"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => {
                clear();
                if (paused) setPaused([]);
              }}
            >
              Clear
            </ScriptButton>
          </div>
          <Refusal message={state.kind === "ended" ? state.reason : null} mb="sm" />
          {shown.length > 0 ? (
            <FrameList frames={shown} />
          ) : (
            <p className={classes.none}>
              {isRunning
                ? "Nothing yet. Change a row, or send a message, and it appears here."
                : "Choose what to inspect and start. Each frame that the user would get appears here."}
            </p>
          )}
        </section>
      </div>
    </>
  );
}

function stateText(state: ReturnType<typeof useInspection>["state"], waiting: number): string {
  if (state.kind === "idle") return "Not started";
  if (state.kind === "ended") return "Ended";
  if (state.kind === "opening") return "Connecting …";
  if (state.kind === "lost") return "Connection lost. Connecting again …";
  const { user, about } = state.request;
  const live = `Live: ${about.kind === "topic" ? about.topic : about.table} as ${user ?? "a visitor"}`;
  return waiting > 0 ? `${live} · ${countText(waiting, "new frame")}` : live;
}

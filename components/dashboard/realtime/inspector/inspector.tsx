"use client";

import { IconTrash } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { countText } from "@/components/ui/figure-text";
import { LiveHead, LiveLine, LiveList, NothingYet } from "@/components/ui/live-list";
import { Refusal } from "@/components/ui/refusal";
import { ScriptButton } from "@/components/ui/script-button";
import { usePaused } from "@/components/ui/use-paused";
import { lineOf, type ShownFrame, shownData, timeText } from "./frames";
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
  const held = usePaused(frames);
  const isRunning = state.kind !== "idle" && state.kind !== "ended";
  const topic = isRunning && state.request.about.kind === "topic" ? state.request.about.topic : null;
  return (
    <>
      <p className={classes.about}>
        The messages that a user of your app would get, by the same rules and policies. Each inspection is recorded in
        the audit log, ends after 15 minutes, and counts as one connection and one subscription of the project.
      </p>
      <div className={classes.page}>
        <div className={classes.side}>
          <RequestForm
            tables={tables}
            userSearch={userSearch}
            isRunning={isRunning}
            start={(request) => {
              held.resume();
              void start(request);
            }}
            stop={stop}
          />
          {topic !== null && <TestMessage topic={topic} send={send} />}
        </div>
        <section aria-labelledby="frames" className={classes.list}>
          <LiveHead
            title={
              <h2 id="frames" className={classes.heading}>
                Frames
              </h2>
            }
            state={stateText(state, held.waiting)}
            isPaused={held.isPaused}
            togglePause={held.toggle}
          >
            <ScriptButton
              variant="default"
              size="compact-sm"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => {
                clear();
                held.clear();
              }}
            >
              Clear
            </ScriptButton>
          </LiveHead>
          <Refusal message={state.kind === "ended" ? state.reason : null} mb="sm" />
          {held.shown.length > 0 ? (
            <FrameList frames={held.shown} />
          ) : (
            <NothingYet>
              {isRunning
                ? "Nothing yet. Change a row, or send a message, and it appears here."
                : "Choose what to inspect and start. Each frame that the user would get appears here."}
            </NothingYet>
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

const JsonTree = lazy(() => import("../../results/value/json-tree").then(({ JsonTree: Tree }) => ({ default: Tree })));

/** The frames that came, the newest first: each a line that opens. */
function FrameList({ frames }: { frames: readonly ShownFrame[] }) {
  return (
    <LiveList label="Frames">
      {frames.map(({ id, at, frame }) => {
        const { word, kind, text, isData } = lineOf(frame);
        return (
          <LiveLine
            key={id}
            at={new Date(at).toISOString()}
            time={timeText(at)}
            kind={kind}
            word={word}
            text={text}
            isCode={isData ?? false}
          >
            <Suspense>
              <JsonTree data={shownData(frame)} />
            </Suspense>
          </LiveLine>
        );
      })}
    </LiveList>
  );
}

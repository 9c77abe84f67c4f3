"use client";

import { lazy, Suspense } from "react";
import { OpeningRow } from "@/components/ui/opening-row";
import { StatusWord } from "@/components/ui/status-word";
import { lineOf, type ShownFrame, shownData, timeText } from "./frames";
import classes from "./inspector.module.css";

const JsonTree = lazy(() => import("../../results/value/json-tree").then(({ JsonTree: Tree }) => ({ default: Tree })));

/** The frames that came, the newest first: each a line that opens. */
export function FrameList({ frames }: { frames: readonly ShownFrame[] }) {
  return (
    <ol className={classes.frames} aria-label="Frames">
      {frames.map(({ id, at, frame }) => {
        const { word, kind, text, isData } = lineOf(frame);
        return (
          <OpeningRow
            key={id}
            line={
              <span className={classes.line}>
                <time className={classes.time} dateTime={new Date(at).toISOString()}>
                  {timeText(at)}
                </time>
                <span className={classes.word}>
                  <StatusWord kind={kind}>{word}</StatusWord>
                </span>
                <span className={classes.text} data-json={isData}>
                  {text}
                </span>
              </span>
            }
          >
            <Suspense>
              <JsonTree data={shownData(frame)} />
            </Suspense>
          </OpeningRow>
        );
      })}
    </ol>
  );
}

"use client";

import { lazy, Suspense } from "react";
import { LiveLine, LiveList } from "@/components/ui/live-list";
import { lineOf, type ShownFrame, shownData, timeText } from "./frames";

const JsonTree = lazy(() => import("../../results/value/json-tree").then(({ JsonTree: Tree }) => ({ default: Tree })));

/** The frames that came, the newest first: each a line that opens. */
export function FrameList({ frames }: { frames: readonly ShownFrame[] }) {
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

"use client";

import { Splitter } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./workspace.module.css";

interface Props {
  /** The share of the height that the editor has, in percent. */
  share: number;
  resize: (share: number) => void;
  editor: ReactNode;
  /** The content below: the bar that runs, and the results. */
  children: ReactNode;
}

/** The editor above its results, with a line between them that is dragged or moved by arrow keys. */
export function SplitView({ share, resize, editor, children }: Props) {
  return (
    <Splitter
      orientation="vertical"
      className={classes.split}
      sizes={[share, 100 - share]}
      onSizeChange={([size]) => resize(Number.parseFloat(String(size)))}
      lineSize={5}
      withHandle={false}
      attributes={{ handle: { "aria-label": "Height of the editor" } }}
      classNames={{ handle: classes.handle }}
    >
      <Splitter.Pane defaultSize={32} min={12} max={80} className={classes.pane} data-editor-pane>
        {editor}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={68} min={20} max={88} className={classes.pane}>
        {children}
      </Splitter.Pane>
    </Splitter>
  );
}

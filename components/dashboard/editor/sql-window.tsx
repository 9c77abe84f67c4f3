"use client";

import { Splitter, VisuallyHidden } from "@mantine/core";
import { useDisclosure, useHotkeys, useMediaQuery } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { FoldContext } from "./fold";
import { Side, type SideProps } from "./side";
import type { Layout } from "./use-layout";
import classes from "./workspace.module.css";

const SideSheet = dynamic(() => import("./side-sheet"), { loading: () => null });

interface Props {
  side: SideProps;
  layout: Layout;
  setLayout: (change: Partial<Layout>) => void;
  cancel: () => void;
  /** The tabs and their content. */
  children: ReactNode;
}

/** The window of the SQL page: the part at the left can be folded and resized, and is a sheet on narrow screens. */
export function SqlWindow({ side, layout, setLayout, cancel, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery("(max-width: 62em)") ?? false;
  const [isSheetOpen, sheet] = useDisclosure();
  useVisibleHeight(root);
  const isOpen = isNarrow ? isSheetOpen : layout.isTreeOpen;
  const toggle = () => (isNarrow ? sheet.toggle() : setLayout({ isTreeOpen: !layout.isTreeOpen }));
  useHotkeys([["mod+B", toggle]], [], true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc cancels wherever the focus is
    <div ref={root} data-window className={classes.window} onKeyDown={(event) => event.key === "Escape" && cancel()}>
      <VisuallyHidden component="h1">SQL</VisuallyHidden>
      <Splitter
        className={classes.halves}
        data-folded={!layout.isTreeOpen || undefined}
        sizes={[`${layout.tree}px`, 100]}
        onSizeChange={([tree]) => setLayout({ tree: Number.parseFloat(String(tree)) })}
        lineSize={5}
        step="16px"
        shiftStep="64px"
        withHandle={false}
        attributes={{ handle: { "aria-label": "Width of the tables" } }}
        classNames={{ handle: classes.handle }}
      >
        <Splitter.Pane defaultSize="220px" min="150px" max="480px" className={classes.half}>
          <Side {...side} />
        </Splitter.Pane>
        <Splitter.Pane defaultSize={100} className={classes.half}>
          <FoldContext value={{ isOpen, toggle }}>{children}</FoldContext>
        </Splitter.Pane>
      </Splitter>
      {isNarrow && isSheetOpen && <SideSheet {...side} close={sheet.close} />}
    </div>
  );
}

/** Below this share of the window, an on-screen keyboard covers the rest. */
const KEYBOARD_SHARE = 0.75;

/** Gives the element the height that an on-screen keyboard leaves, as `--visible-height`, and marks it with `data-keyboard`. */
function useVisibleHeight(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      // A page that is zoomed in has less in sight too, without a keyboard.
      const isCovered = viewport.scale < 1.05 && viewport.height < window.innerHeight * KEYBOARD_SHARE;
      root.current?.toggleAttribute("data-keyboard", isCovered);
      root.current?.style.setProperty("--visible-height", isCovered ? `${viewport.height}px` : "100dvh");
    };
    viewport.addEventListener("resize", follow);
    return () => viewport.removeEventListener("resize", follow);
  }, [root]);
}

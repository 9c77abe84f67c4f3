"use client";

import { Drawer } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useLayer } from "./use-layer";

interface Props {
  title: ReactNode;
  /** A CSS width. */
  size: string;
  children: ReactNode;
  /** Whether the panel closes, since its purpose is done. */
  isOver?: boolean;
  /** Called once the panel has left the screen. */
  onClosed: () => void;
}

/** A panel at the right, which opens when it is rendered. */
export function SidePanel({ title, size, children, isOver = false, onClosed }: Props) {
  const [isClosed, setClosed] = useState(false);
  const close = () => setClosed(true);
  return (
    <Drawer
      opened={useLayer(!isClosed && !isOver, close)}
      closeOnEscape={false}
      onClose={close}
      onExitTransitionEnd={onClosed}
      position="right"
      size={size}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {children}
    </Drawer>
  );
}

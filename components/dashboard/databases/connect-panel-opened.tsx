"use client";

import { Divider, Drawer } from "@mantine/core";
import { useEffect, useState } from "react";
import { ShellConnection } from "@/components/dashboard/shell-connection/shell-connection";
import { useTopmost } from "@/components/ui/use-topmost";
import { Connect, type ConnectProps } from "./connect";

/** Renders closed before it opens: Mantine then knows which element had the focus, and returns it. */
export default function OpenedConnectPanel({ close, ...props }: ConnectProps & { close: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  return (
    <Drawer
      opened={isOpen}
      closeOnEscape={useTopmost(isOpen)}
      onClose={() => setIsOpen(false)}
      onExitTransitionEnd={close}
      position="right"
      size="32rem"
      title={`Connect to ${props.databaseName}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Connect {...props} />
      <Divider my="md" />
      <ShellConnection open={props.openShell} />
    </Drawer>
  );
}

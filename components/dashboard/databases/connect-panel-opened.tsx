"use client";

import { Divider } from "@mantine/core";
import { ShellConnection } from "@/components/dashboard/shell-connection/shell-connection";
import { SidePanel } from "@/components/ui/side-panel";
import { Connect, type ConnectProps } from "./connect";

export default function OpenedConnectPanel({ close, ...props }: ConnectProps & { close: () => void }) {
  return (
    <SidePanel title={`Connect to ${props.databaseName}`} size="32rem" onClosed={close}>
      <Connect {...props} />
      <Divider my="md" />
      <ShellConnection open={props.openShell} />
    </SidePanel>
  );
}

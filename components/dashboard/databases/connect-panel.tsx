"use client";

import { IconPlugConnected } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import narrow from "@/components/ui/icon-on-phones.module.css";
import { ScriptButton } from "@/components/ui/script-button";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { ConnectProps } from "./connect";
import classes from "./connect-panel.module.css";

const load = () => import("./connect-panel-opened");
const Opened = lazy(load);

/** The button that opens, from the right, everything that is needed to connect to the database of the page. */
export function ConnectPanel(props: Omit<ConnectProps, "isRotating">) {
  const [opened, setOpened] = useState<"connect" | "rotate" | null>(null);
  const open = () => setOpened("connect");
  useCommand({ id: "connect", label: "Connect", keys: "o" }, open);
  useCommand({ id: "rotate-credential", label: "Rotate password" }, () => setOpened("rotate"));
  useWhenIdle(() => void load().catch(() => undefined));
  return (
    <>
      <ScriptButton variant="default" onClick={open} title="Connect (O)">
        <IconPlugConnected size={16} aria-hidden />
        <span className={`${classes.label} ${narrow.label}`}>Connect</span>
      </ScriptButton>
      {opened !== null && (
        <Suspense>
          <Opened {...props} isRotating={opened === "rotate"} close={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

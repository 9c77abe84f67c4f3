"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconPlugConnected } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import narrow from "@/components/ui/icon-on-phones.module.css";
import { ScriptButton } from "@/components/ui/script-button";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { ConnectProps } from "./connect";
import classes from "./connect-panel.module.css";

const load = () => import("./connect-panel-opened");
const Opened = lazy(load);

/** The button that opens, from the right, everything that is needed to connect to the database of the page. */
export function ConnectPanel(props: ConnectProps) {
  const [isOpen, { open, close }] = useDisclosure();
  useWhenIdle(() => void load().catch(() => undefined));
  return (
    <>
      <ScriptButton variant="default" onClick={open}>
        <IconPlugConnected size={16} aria-hidden />
        <span className={`${classes.label} ${narrow.label}`}>Connect</span>
      </ScriptButton>
      {isOpen && (
        <Suspense>
          <Opened {...props} close={close} />
        </Suspense>
      )}
    </>
  );
}

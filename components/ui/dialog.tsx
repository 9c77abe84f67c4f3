"use client";

import type { ModalProps } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useWhenIdle } from "./use-when-idle";

const load = () => import("./opening-dialog");
const Opening = lazy(load);

/** Mantine's modal. Its code is loaded once the page is idle, or when the dialog opens. */
export function Dialog(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  useWhenIdle(() => void load().catch(() => undefined));
  return (
    wasOpened && (
      <Suspense>
        <Opening {...props} />
      </Suspense>
    )
  );
}

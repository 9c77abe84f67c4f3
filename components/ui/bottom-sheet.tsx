"use client";

import type { DrawerProps } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

const Opening = lazy(() => import("./opening-sheet"));

/** A dialog that comes from the bottom of a phone. Its code is loaded when it first opens. */
export function BottomSheet(props: DrawerProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  return (
    wasOpened && (
      <Suspense>
        <Opening {...props} />
      </Suspense>
    )
  );
}

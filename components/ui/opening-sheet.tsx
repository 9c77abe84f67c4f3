"use client";

import { Drawer, type DrawerProps } from "@mantine/core";
import { useEffect, useState } from "react";
import classes from "./sheet.module.css";
import { useTopmost } from "./use-topmost";

/** A sheet that renders closed before it opens: Mantine then knows which element had the focus, and returns it. */
export default function OpeningSheet({ opened, ...props }: DrawerProps) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  const isTop = useTopmost(opened && isThere);
  return (
    <Drawer
      {...props}
      position="bottom"
      opened={opened && isThere}
      closeOnEscape={isTop}
      classNames={{ content: classes.content }}
      closeButtonProps={{ "aria-label": "Close", size: "lg" }}
    />
  );
}

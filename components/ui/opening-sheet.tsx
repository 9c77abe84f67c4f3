"use client";

import { Drawer, type DrawerProps } from "@mantine/core";
import classes from "./sheet.module.css";
import { useLayer } from "./use-layer";

export default function OpeningSheet({ opened, ...props }: DrawerProps) {
  return (
    <Drawer
      {...props}
      position="bottom"
      opened={useLayer(opened, props.onClose)}
      closeOnEscape={false}
      classNames={{ content: classes.content }}
      closeButtonProps={{ "aria-label": "Close", size: "lg" }}
    />
  );
}

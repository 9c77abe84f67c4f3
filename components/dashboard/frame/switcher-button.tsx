"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import classes from "./menus.module.css";

interface Props extends Pick<ButtonProps, "leftSection">, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps> {
  name: string;
}

/** A crumb of the header: it names a place, and opens the menu of others of its kind. */
export function SwitcherButton({ name, ...props }: Props) {
  return (
    <Button
      {...props}
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.switcher}
      rightSection={<IconSelector size={14} aria-hidden />}
    >
      <span className={classes.name}>{name}</span>
    </Button>
  );
}

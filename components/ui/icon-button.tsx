import { UnstyledButton, type UnstyledButtonProps } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import classes from "./icon-button.module.css";

interface Props extends UnstyledButtonProps, Omit<ComponentPropsWithRef<"button">, keyof UnstyledButtonProps> {
  "aria-label": string;
}

/** A quiet button that is an icon, without the script of Mantine's own. */
export function IconButton({ className, ...props }: Props) {
  return <UnstyledButton {...props} className={`${classes.button} ${className ?? ""}`} />;
}

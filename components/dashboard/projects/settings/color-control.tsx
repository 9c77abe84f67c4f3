"use client";

import { ColorInput, type ColorInputProps } from "@mantine/core";

interface Props extends Pick<ColorInputProps, "id" | "label" | "description" | "error" | "disabled"> {
  /** Six hexadecimal digits after a number sign. */
  value: string;
  change: (value: string) => void;
}

/** A colour as a field with a palette. */
export default function ColorControl({ change, ...props }: Props) {
  return <ColorInput {...props} withEyeDropper={false} onChange={(next) => change(next.toLowerCase())} maw="14rem" />;
}

"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";

interface Props extends ButtonProps {
  name?: string;
  value?: string;
  title?: string;
  children: ReactNode;
}

/** A button that submits its form, and shows a loader until the action ends. */
export function SubmitButton({ children, ...props }: Props) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" loading={pending} {...props}>
      {children}
    </Button>
  );
}

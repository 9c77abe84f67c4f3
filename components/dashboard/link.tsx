"use client";

import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";

/** Links that load no new document. Pages use these: a Server Component cannot hand Next's link on as a property. */
export function LinkAnchor({ href, children, ...props }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <Anchor component={NextLink} href={href as Route} {...props}>
      {children}
    </Anchor>
  );
}

export function LinkButton({ href, children, ...props }: ButtonProps & { href: string; children: ReactNode }) {
  return (
    <Button component={NextLink} href={href as Route} {...props}>
      {children}
    </Button>
  );
}

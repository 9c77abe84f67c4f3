"use client";

import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { PageLink } from "./page-link";

/** A link that loads no new document. Server Components use it, since they cannot pass Next's link as a property. */
export function LinkAnchor({ href, children, ...props }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <Anchor component={PageLink} href={href} {...props}>
      {children}
    </Anchor>
  );
}

export function LinkButton({ href, children, ...props }: ButtonProps & { href: string; children: ReactNode }) {
  return (
    <Button component={PageLink} href={href} {...props}>
      {children}
    </Button>
  );
}

"use client";

import type { Route } from "next";
import Link from "next/link";
import type { ComponentPropsWithRef } from "react";

interface Props extends Omit<ComponentPropsWithRef<"a">, "href"> {
  href: string;
  scroll?: boolean;
  replace?: boolean;
}

/**
 * A link to a page of the dashboard, without prefetching. Pages are rendered for each request, so Next could prefetch
 * little more than their address, and a list has fifty links.
 */
export function PageLink({ href, ...props }: Props) {
  return <Link href={href as Route} prefetch={false} {...props} />;
}

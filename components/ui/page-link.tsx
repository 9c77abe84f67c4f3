"use client";

import type { Route } from "next";
import Link from "next/link";
import type { ComponentPropsWithRef } from "react";

interface Props extends Omit<ComponentPropsWithRef<"a">, "href"> {
  href: string;
  scroll?: boolean;
}

/**
 * A link to a page of the dashboard. It asks for nothing before it is followed: pages are made anew for each request, so
 * what Next asks for ahead of every link in sight is no more than where it leads, and a list has fifty.
 */
export function PageLink({ href, ...props }: Props) {
  return <Link href={href as Route} prefetch={false} {...props} />;
}

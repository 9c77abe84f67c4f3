import type { ReactNode } from "react";
import { PageLink } from "../page-link";
import classes from "./filter-chip.module.css";

interface Props {
  /** The address of the list with the filter switched, so that it works without JavaScript. */
  href: string;
  isOn: boolean;
  children: ReactNode;
}

/** A filter of a list as a chip that switches it on and off. */
export function FilterChip({ href, isOn, children }: Props) {
  return (
    <PageLink href={href} className={classes.chip} aria-current={isOn ? "true" : undefined} scroll={false}>
      {children}
      {isOn && <span aria-hidden>×</span>}
    </PageLink>
  );
}

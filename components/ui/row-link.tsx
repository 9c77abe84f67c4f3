import type { ReactNode } from "react";
import { PageLink } from "./page-link";
import { PendingLink } from "./pending-link";
import rowName from "./row-name.module.css";

interface Props {
  href: string;
  /** The name of the row, which is the link that opens it. */
  name: ReactNode;
  /** Whether the page keeps its place, since something opens at its side. */
  keepsPlace?: boolean;
  /** The words beside the name, such as a status. */
  children?: ReactNode;
}

/** The name of a row of a list, as the link that opens it; a click anywhere in the row opens it too. */
export function RowLink({ href, name, keepsPlace = false, children }: Props) {
  return (
    <div className={rowName.name}>
      <PageLink href={href} {...(keepsPlace && { scroll: false })} data-row-link>
        {name}
        <PendingLink />
      </PageLink>
      {children}
    </div>
  );
}

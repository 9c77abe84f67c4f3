import type { ReactNode } from "react";
import { EmptyState } from "../empty-state";
import { PageHeading } from "../page-heading";

interface Titled {
  title: string;
  text?: ReactNode;
}

interface Props {
  /** The title, with its text; or a function that renders another heading with the button in it. */
  heading: Titled | ((button: ReactNode) => ReactNode);
  isEmpty: boolean;
  /** The notice in place of the list. */
  empty: Titled & { text: ReactNode; example?: ReactNode };
  /** The button that adds to the list: it stands in the heading, or in the notice while the list is empty. */
  create?: ReactNode;
  /** The next step in the notice in place of that button, or a sentence for members who may not create anything. */
  next?: ReactNode;
  /** The part between the heading and the list. */
  top?: ReactNode;
  /** The list. */
  children: ReactNode;
}

/** A page whose main part is one list, or a notice while there is nothing in it. */
export function ListPage({ heading, isEmpty, empty, create, next, top, children }: Props) {
  const button = !isEmpty && create;
  return (
    <>
      {typeof heading === "function" ? heading(button) : <PageHeading {...heading}>{button}</PageHeading>}
      {top}
      {isEmpty ? <EmptyState {...empty}>{next || create}</EmptyState> : children}
    </>
  );
}

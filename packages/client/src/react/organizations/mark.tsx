import type { ReactNode } from "react";
import { initialOf } from "../initial-of";

/** The picture of an organization or a person, else their initial. It says nothing that the name does not. */
export function Mark({ name, picture }: { name: string; picture: string | null }): ReactNode {
  // biome-ignore lint/performance/noImgElement: the app need not be one of Next
  if (picture) return <img data-part="mark" src={picture} alt="" />;
  return <span data-part="mark" data-text={initialOf(name)} />;
}

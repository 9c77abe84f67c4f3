import "server-only";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { FunctionHeading } from "@/components/dashboard/functions/function-heading";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
import type { ProjectFunction } from "@/lib/services/functions/resource";
import { type CurrentFunction, enterFunction, type FunctionPlace } from "@/lib/web/current-function";
import { pagesOf } from "@/lib/web/define-page";

interface Shown extends FunctionPlace, Omit<CurrentFunction, "shown"> {
  shown: ProjectFunction;
  mayWrite: boolean;
  asked: Record<string, string | string[] | undefined>;
  /** Renders the heading of the function with the tab of this page, and the buttons in it. */
  heading: (buttons?: ReactNode) => ReactNode;
}

const pages = pagesOf(enterFunction);

/** Defines the page of a function at `current` below its address. */
export function functionPage(
  current: Parameters<typeof FunctionHeading>[0]["current"],
  render: (page: Shown) => Promise<ReactNode>,
) {
  return pages(async ({ shown, ...page }) => {
    if (!shown) return <FunctionsOff organisationId={page.organisationId} />;
    const { name, list, home } = page;
    const isWriter = page.can("functions:write");
    const heading = (buttons?: ReactNode) => (
      <FunctionHeading {...{ name, list, home, isWriter, current }}>{buttons}</FunctionHeading>
    );
    return render({ ...page, shown, mayWrite: page.may("functions:write"), heading });
  });
}

/** Returns the metadata of a page of a function, whose title ends with its name. */
export function functionTitle(start: string) {
  return async ({ params }: { params: Promise<FunctionPlace> }): Promise<Metadata> => ({
    title: `${start}${(await params).name}`,
  });
}

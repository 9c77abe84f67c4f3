import type { ComponentType, ReactNode } from "react";
import { HostedAuth } from "./hosted-auth";
import type { ViewData } from "./view";

export type Views = Readonly<Record<string, ComponentType<never>>>;

/** The view as server and browser both render it. */
export function HostedView({ views, view, client }: ViewData & { views: Views }): ReactNode {
  const Named = views[view.name] as ComponentType<object> | undefined;
  if (!Named) throw new Error(`there is no view ${view.name}`);
  return (
    <HostedAuth {...client}>
      <Named {...view.props} />
    </HostedAuth>
  );
}

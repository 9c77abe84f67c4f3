"use client";

import type { ReactNode } from "react";
import { LoadFailure } from "./load-failure";
import { refusesApp } from "./messages/fill-in";
import { Panel } from "./panel";
import type { PanelBaseProps } from "./sign-in-types";
import { useProject } from "./use-project";
import { useText } from "./use-text";

interface UnlessRefusedProps extends Pick<PanelBaseProps, "headingLevel" | "className"> {
  mode?: "sign-in" | "sign-up" | "sso";
  children: ReactNode;
}

/** Shows why the service refuses this app, in the place of forms that it would refuse too. */
export function UnlessRefused({ mode = "sign-in", headingLevel, className, children }: UnlessRefusedProps): ReactNode {
  const text = useText();
  const { failure } = useProject();
  if (!failure || !refusesApp(failure)) return children;
  const title = text(mode === "sign-up" ? "signUp.title" : "signIn.title");
  return (
    <Panel part={mode} title={title} headingLevel={headingLevel} className={className}>
      <LoadFailure failure={failure} />
    </Panel>
  );
}

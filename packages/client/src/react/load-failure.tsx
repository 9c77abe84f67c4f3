"use client";

import type { ReactNode } from "react";
import type { Failure } from "../result";
import { useAuthContext } from "./auth-provider";
import { DeveloperHint } from "./forms/auth-form";
import { describeFailure } from "./messages/fill-in";

/** The reason why something could not be read. */
export function LoadFailure({ failure }: { failure: Failure | null }): ReactNode {
  const { messages, locale } = useAuthContext();
  if (failure === null) return null;
  return (
    <div data-part="error" role="alert">
      {describeFailure(messages, locale, failure)}
      <DeveloperHint failure={failure} />
    </div>
  );
}

"use client";

import type { ReactNode } from "react";
import type { RemovedAccess } from "../result";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import type { MessageKey } from "./messages/en";
import { Panel } from "./panel";
import type { PanelBaseProps } from "./sign-in-types";
import { useText } from "./use-text";

const NAMES: Readonly<Record<RemovedAccess, MessageKey>> = {
  password: "field.password",
  "two-factor": "twoFactor.title",
  passkeys: "profile.passkeys",
  providers: "profile.accounts",
};

interface AccessRemovedProps extends Omit<PanelBaseProps, "locale" | "messages"> {
  removed: readonly RemovedAccess[];
  onContinue: () => void;
}

/** Tells a user who has signed in the sign-in methods that the first proof of their address removed. */
export function AccessRemoved({ removed, onContinue, ...panel }: AccessRemovedProps): ReactNode {
  const text = useText();
  return (
    <Panel part="access-removed" title={text("removed.title")} takesFocus {...panel}>
      <p data-part="text">{text("removed.text")}</p>
      <ul>
        {removed.map((each) => (
          <li key={each}>{text(NAMES[each])}</li>
        ))}
      </ul>
      <AuthForm
        part="form"
        onSubmit={async () => {
          onContinue();
          return undefined;
        }}
      >
        <SubmitButton>{text("action.continue")}</SubmitButton>
      </AuthForm>
    </Panel>
  );
}

"use client";

import { Consequences } from "@/components/ui/consequences";
import type { FormAction } from "@/components/ui/form-action";
import { FormButton } from "@/components/ui/forms/form-button";
import type { AdministeredProject } from "@/lib/services/project-administration/resource";
import type { Form } from "@/lib/web/forms/resource";

interface Change {
  form: Form;
  action: FormAction;
}

interface Props extends Pick<AdministeredProject, "name" | "status"> {
  suspend: Change;
  unsuspend: Change;
}

const BUTTON = { variant: "default", icon: null } as const;

/** The button that suspends a project, or lifts its suspension. A ban is lifted on the command line. */
export function ChangeStanding({ name, status, suspend, unsuspend }: Props) {
  return (
    <>
      <FormButton
        {...suspend}
        command="suspend-project"
        isOffered={status === "active"}
        done={() => `${name} is suspended.`}
        button={BUTTON}
      >
        <Consequences
          goes="No one can sign in to the app, and its members can't change the project."
          stays="Users, settings and keys stay as they are, and can be read."
          undo="You can lift the suspension at any time."
        />
      </FormButton>
      <FormButton
        {...unsuspend}
        command="lift-suspension"
        isOffered={status === "suspended"}
        done={() => `${name} is active again.`}
        button={BUTTON}
      />
    </>
  );
}

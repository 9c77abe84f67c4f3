import { Consequences } from "@/components/ui/consequences";
import type { FormAction } from "@/components/ui/form-action";
import type { AdministeredProject } from "@/lib/services/project-administration/resource";
import { StandingButton } from "./standing-button";

interface Props extends Pick<AdministeredProject, "name" | "status"> {
  suspend: FormAction;
  unsuspend: FormAction;
}

/** The button that suspends a project, or lifts its suspension. A ban is lifted on the command line. */
export function ChangeStanding({ name, status, suspend, unsuspend }: Props) {
  return (
    <>
      <StandingButton
        title="Suspend project"
        isOffered={status === "active"}
        isDestructive
        field={{ name: "reason", label: "Reason", description: "The organisation reads it." }}
        action={suspend}
        done={`${name} is suspended.`}
      >
        <Consequences
          goes="No one can sign in to the app, and its members can't change the project."
          stays="Users, settings and keys stay as they are, and can be read."
          undo="You can lift the suspension at any time."
        />
      </StandingButton>
      <StandingButton
        title="Lift suspension"
        isOffered={status === "suspended"}
        field={{ name: "note", label: "Note", description: "The organisation can read it in its audit log." }}
        action={unsuspend}
        done={`${name} is active again.`}
      />
    </>
  );
}

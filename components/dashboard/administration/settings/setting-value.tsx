import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { Moment } from "@/components/ui/moment";
import { SubmitButton } from "@/components/ui/submit-button";
import type { OperatorSetting } from "@/lib/people/operator-settings/resource";

interface Props {
  setting: OperatorSetting;
  /** Removes the stored value. */
  unset: FormAction;
}

/** The value of a setting in force, its source, and the button that removes a stored one. */
export function SettingValue({ setting, unset }: Props) {
  const { label, isStored } = setting;
  return (
    <>
      <div>{wordsOf(setting)}</div>
      <div className="meta">
        <Source {...setting} />
      </div>
      {isStored && (
        <ActionForm action={unset} label={`Remove the stored value: ${label}`}>
          <div>
            <SubmitButton variant="default" size="compact-xs">
              Remove
            </SubmitButton>
          </div>
        </ActionForm>
      )}
    </>
  );
}

function wordsOf({ isSecret, isSet, value, choices }: OperatorSetting): string {
  if (!isSet) return "None";
  if (isSecret) return "Set";
  return choices.find((choice) => choice.value === value)?.label ?? value ?? "None";
}

function Source({ name, source, isStored, changedAt }: OperatorSetting) {
  if (source === "variable") {
    return (
      <>
        Fixed by the variable <code>{name}</code>.{isStored && " A stored value isn't in force."}
      </>
    );
  }
  if (source === "stored" && changedAt !== null) {
    return (
      <>
        Stored here, <Moment at={changedAt} />.
      </>
    );
  }
  return isStored ? "Default. A stored value doesn't fit, so it isn't in force." : "Default.";
}

import { Text } from "@mantine/core";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { Consequences } from "@/components/ui/consequences";
import type { FormAction } from "@/components/ui/form-action";

interface Props {
  name: string;
  isSuspended: boolean;
  /** Deletes the project; `null` for a member who may not. */
  remove: FormAction | null;
}

export function DeleteProject({ name, isSuspended, remove }: Props) {
  if (!remove) {
    return (
      <Text size="sm" c="dimmed">
        {isSuspended
          ? "A suspended project can't be deleted."
          : "Your role can't delete projects. Ask a developer, admin or owner."}
      </Text>
    );
  }
  return (
    <ConfirmByTyping title="Delete project" name={name} action={remove}>
      <Consequences
        goes="Sign-in for all users of the app, immediately. After 30 days, its users, keys and settings."
        stays="Your other projects, and the audit log."
        undo="Restore it from the list of projects within 30 days."
      />
    </ConfirmByTyping>
  );
}

import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { Consequences } from "@/components/ui/consequences";
import type { FormAction } from "@/components/ui/form-action";

export function DeleteConnection({
  name,
  remove,
  isOfOrganisation = false,
}: {
  name: string;
  remove: FormAction;
  isOfOrganisation?: boolean;
}) {
  return (
    <ConfirmByTyping title="Delete connection" name={name} action={remove}>
      <Consequences
        goes="The connection, its domains, and the sessions that it signed in."
        stays={`The ${isOfOrganisation ? "members" : "users"}, who sign in another way, and the audit log.`}
        undo="This can't be undone. A new connection knows its people by their address."
      />
    </ConfirmByTyping>
  );
}

import { Consequences } from "@/components/ui/consequences";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { type DialogProps, idsOf } from "./ban-dialog";
import { type UserChanges, whom } from "./changes";

/** Names the data that goes with users, and has the address of a single one, or their number, typed. */
export function DeleteDialog({ users, remove, ...dialog }: DialogProps & Pick<UserChanges, "remove">) {
  const isOne = users.length === 1;
  const title = isOne ? "Delete user" : `Delete ${users.length} users`;
  return (
    <FormDialog
      form={{ title, submit: title, isDestructive: true, fields: [] }}
      action={remove.bind(null, idsOf(users))}
      toType={whom(users)}
      {...dialog}
    >
      <Consequences
        goes={`${whom(users)} with${isOne ? "" : " all"} sessions, password, passkeys, two-step verification and connected accounts.`}
        stays="Security events and the audit log. Data that your app stores about them is yours to delete."
        undo="Can't be undone. To keep someone out for a while, ban them instead."
      />
    </FormDialog>
  );
}

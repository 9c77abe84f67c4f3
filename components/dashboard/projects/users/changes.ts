import type { FormAction } from "@/components/ui/form-action";
import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";

type Done = Outcome<{ users: number }>;

/** The actions of a member on users of a project, one or several. */
export interface UserChanges {
  /** The form that asks for the reason; the text above it names the users. */
  banForm: Form;
  ban: (userIds: string[], ...form: Parameters<FormAction>) => Promise<Done>;
  unban: (userIds: string[]) => Promise<Done>;
  endSessions: (userIds: string[]) => Promise<Done>;
  /** The form has the text that was typed to confirm. */
  remove: (userIds: string[], ...form: Parameters<FormAction>) => Promise<Done>;
}

/** A user as dialogs name them. */
export interface NamedUser {
  id: string;
  email: string;
  name: string;
}

/** Returns the address of a single user, or how many there are. */
export function whom(users: readonly NamedUser[]): string {
  const [first] = users;
  return users.length === 1 && first ? first.email : `${users.length} users`;
}

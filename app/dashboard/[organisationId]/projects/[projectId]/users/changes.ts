import "server-only";
import type { UserChanges } from "@/components/dashboard/projects/users/changes";
import type { CurrentProject } from "@/lib/web/current-project";
import { banUsers, deleteUsers, endUsersSessions, unbanUsers } from "./actions";
import { BAN } from "./forms";

/** Returns the actions on a project's users, which still take the users. */
export function userChanges(here: CurrentProject["here"]): UserChanges {
  return {
    banForm: BAN.form,
    ban: here(banUsers),
    unban: here(unbanUsers),
    endSessions: here(endUsersSessions),
    remove: here(deleteUsers),
  };
}

import type { ActionWords } from "./words";

/** Actions on databases, branches and restore points. */
export const DATABASES = {
  "database.create": { label: "Created a database", sentence: "created the database {name}" },
  "database.branch": { label: "Created a branch", sentence: "created the branch {name}" },
  "database.restore_past": {
    label: "Restored a database to a time",
    sentence: "restored {name} as it was at {at}",
  },
  "database.delete": { label: "Deleted a database", sentence: "deleted the database {name}" },
  "database.bring_back": { label: "Brought a database back", sentence: "brought the deleted database {name} back" },
  "database.drop": { label: "Dropped a deleted database", sentence: "dropped the deleted database {name}" },
  "database.move": { label: "Moved a database", sentence: "moved {database} from {from} to {to}" },
  "database.reveal_connection_string": {
    label: "Revealed a connection string",
    sentence: "revealed the connection string of {database}",
  },
  "database.rotate_credential": {
    label: "Rotated a database password",
    sentence: "rotated the password of {database}",
  },
  "database.restore_password": {
    label: "Restored a database password",
    sentence: "restored the password of {database}",
  },
  "database.set_restore_schedule": {
    label: "Changed a restore point schedule",
    sentence: "set the restore point schedule of {database} to {schedule}",
  },
  "shell_role.create": {
    label: "Created a temporary psql login",
    sentence: "created a temporary psql login to {database}",
  },
  "restore_point.create": { label: "Created a restore point", sentence: "created the restore point {name}" },
  "restore_point.delete": { label: "Deleted a restore point", sentence: "deleted the restore point {name}" },
  "restore_point.restore": { label: "Restored a database", sentence: "restored {database} to {name}" },
  "restore_point.branch": {
    label: "Branched from a restore point",
    sentence: "created the branch {name} from a restore point",
  },
} satisfies Record<string, ActionWords>;

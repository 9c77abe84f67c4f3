import type { UserDraft } from "../imported-user";
import type { ImportSource } from "../resource";
import { fromAuth0 } from "./auth0";
import { fromClerk } from "./clerk";
import type { Fields } from "./fields";
import { fromFirebase, type HashParameters } from "./firebase";
import { fromSupabase } from "./supabase";

/** Returns the user that a record of the source stands for, which is still to be checked. */
export function draftOf(source: ImportSource, fields: Fields, parameters: HashParameters | null): UserDraft {
  switch (source) {
    case "coppice":
      return fields as UserDraft;
    case "clerk":
      return fromClerk(fields);
    case "auth0":
      return fromAuth0(fields);
    case "supabase":
      return fromSupabase(fields);
    case "firebase":
      return fromFirebase(fields, parameters);
  }
}

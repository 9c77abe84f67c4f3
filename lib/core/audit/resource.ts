import { DATA } from "./actions/data";
import { DATABASES } from "./actions/databases";
import { FUNCTIONS } from "./actions/functions";
import { INSTALLATION } from "./actions/installation";
import { KEYS } from "./actions/keys";
import { PEOPLE } from "./actions/people";
import { PROJECTS } from "./actions/projects";
import { REALTIME } from "./actions/realtime";
import { SINGLE_SIGN_ON } from "./actions/single-sign-on";
import { STORAGE } from "./actions/storage";
import { USERS } from "./actions/users";
import type { ActionWords } from "./actions/words";

const SIGN_IN = { ...PROJECTS, ...USERS, ...SINGLE_SIGN_ON };
const ACTIONS = {
  ...{ ...PEOPLE, ...KEYS, ...DATABASES, ...DATA, ...STORAGE, ...REALTIME, ...FUNCTIONS },
  ...{ ...SIGN_IN, ...INSTALLATION },
};

export type AuditAction = keyof typeof ACTIONS;
export const AUDIT_ACTIONS = keysOf(ACTIONS);

/** The areas by which an organisation's log is filtered, each with its actions. */
export const AUDIT_AREAS = [
  { id: "people", label: "People", actions: keysOf(PEOPLE) },
  { id: "keys", label: "Keys", actions: keysOf(KEYS) },
  { id: "databases", label: "Databases", actions: keysOf(DATABASES) },
  { id: "data", label: "Data", actions: keysOf(DATA) },
  { id: "storage", label: "Storage", actions: keysOf(STORAGE) },
  { id: "realtime", label: "Realtime", actions: keysOf(REALTIME) },
  { id: "functions", label: "Functions", actions: keysOf(FUNCTIONS) },
  { id: "sign-in", label: "Sign-in", actions: keysOf(SIGN_IN) },
] satisfies { id: string; label: string; actions: AuditAction[] }[];

/** Returns the words for an action; `undefined` for one of an older version. */
export function wordsOf(action: string): ActionWords | undefined {
  return Object.hasOwn(ACTIONS, action) ? ACTIONS[action as AuditAction] : undefined;
}

function keysOf<Actions extends object>(actions: Actions): (keyof Actions & string)[] {
  return Object.keys(actions) as (keyof Actions & string)[];
}

import type { AdviceKind } from "@/lib/sql/advice/resource";

export interface AdviceCase {
  kind: AdviceKind;
  /** A few words that tell it from other cases of the kind. */
  name: string;
  /** Makes the objects in the schema `tried`, which is first in the search path. */
  make: string;
  /** The objects that are named, with their details; none where nothing is to be said. */
  found: (string | [object: string, detail: string])[];
  /** Mends it in place of the statement that the advice offers. */
  mend?: string;
}

const READABLE = "create table notes (id int primary key, author_id text); grant select on notes to app_users;";
const GUARDED = `${READABLE} alter table notes enable row level security;`;
const OWN = "using (author_id = current_user)";

export const SECURITY_CASES: AdviceCase[] = [
  {
    kind: "users-can-read-every-row",
    name: "a granted table",
    make: READABLE,
    found: ["tried.notes"],
  },
  {
    kind: "users-can-read-every-row",
    name: "one column that PUBLIC may read",
    make: "create table notes (id int primary key, title text); grant select (title) on notes to public",
    found: ["tried.notes"],
    mend: "revoke select (title) on notes from public",
  },
  {
    kind: "users-can-read-every-row",
    name: "a table out of sight",
    make: `${READABLE} revoke usage on schema tried from app_users`,
    found: [],
  },
  {
    kind: "users-can-reach-rows-without-policies",
    name: "a granted materialized view",
    make: `${GUARDED} create materialized view shown as select * from notes; grant select on shown to app_users`,
    found: [["tried.shown", "materialized view"]],
  },
  {
    kind: "users-can-reach-rows-without-policies",
    name: "one column of a materialized view, for everyone and for users",
    make: `create materialized view shown as select 1 as a, 2 as b;
      grant select (b) on shown to public; grant select (a) on shown to app_users`,
    found: [["tried.shown", "materialized view"]],
  },
  {
    kind: "users-can-reach-rows-without-policies",
    name: "a materialized view that users may not read",
    make: "create materialized view shown as select 1 as a",
    found: [],
  },
  {
    kind: "users-can-reach-rows-without-policies",
    name: "a materialized view out of sight",
    make: `create materialized view shown as select 1 as a; grant select on shown to app_users;
      revoke usage on schema tried from app_users`,
    found: [],
  },
  {
    kind: "users-can-change-every-row",
    name: "a right to write",
    make: `${READABLE} grant update (author_id) on notes to app_users`,
    found: ["tried.notes"],
  },
  {
    kind: "users-can-change-every-row",
    name: "a partition",
    make: `create table notes (id int primary key) partition by list (id); alter table notes enable row level security;
      create table first partition of notes for values in (1); grant delete on first to app_users`,
    found: ["tried.first"],
  },
  {
    kind: "policies-have-no-effect",
    name: "a policy without row-level security",
    make: `create table notes (id int primary key, author_id text); create policy own on notes ${OWN}`,
    found: ["tried.notes"],
  },
  {
    kind: "row-level-security-without-a-policy",
    name: "no policy",
    make: GUARDED,
    found: ["tried.notes"],
    mend: `create policy own on notes for select ${OWN}`,
  },
  {
    kind: "policy-allows-every-write",
    name: "an insert with any values",
    make: `${GUARDED} grant insert on notes to app_users;
      create policy own on notes for select ${OWN}; create policy "Any one" on notes for insert with check (true)`,
    found: [["tried.notes", 'policy "Any one"']],
    mend: `alter policy "Any one" on notes with check (author_id = current_user)`,
  },
  {
    kind: "policy-allows-every-write",
    name: "a policy for all, granted to another role",
    make: `${GUARDED} grant update on notes to app_users; create policy mine on notes to current_user using (true)`,
    found: [],
  },
  {
    kind: "policy-allows-every-write",
    name: "a policy for all",
    make: `${GUARDED} grant update on notes to app_users; create policy everyone on notes to app_users using (true)`,
    found: [["tried.notes", "policy everyone"]],
    mend: `create policy narrow on notes as restrictive ${OWN}`,
  },
  {
    kind: "policy-allows-every-write",
    name: "a policy for rights that users don't have",
    make: `${GUARDED} create policy everyone on notes using (true)`,
    found: [],
  },
  {
    kind: "view-ignores-policies",
    name: "a view of a view",
    make: `create table hidden (id int primary key); alter table hidden enable row level security;
      create view inner_view as select * from hidden; create view shown as select * from inner_view;
      grant select on shown to app_users`,
    found: [["tried.shown", "reads tried.hidden"]],
  },
  {
    kind: "view-ignores-policies",
    name: "a view that users may not read",
    make: `create table hidden (id int primary key); alter table hidden enable row level security;
      create view shown as select * from hidden`,
    found: [],
  },
  {
    kind: "view-ignores-policies",
    name: "policies that hold for the owner too",
    make: `create table hidden (id int primary key); alter table hidden enable row level security;
      alter table hidden force row level security; create view shown as select * from hidden;
      grant select on shown to app_users`,
    found: [],
  },
  {
    kind: "function-without-a-search-path",
    name: "a function for everyone",
    make: `create function first_one(a int, "B c" text[]) returns int security definer language sql as 'select 1'`,
    found: ["tried.first_one(integer,text[])"],
  },
  {
    kind: "function-without-a-search-path",
    name: "a procedure that users may not call",
    make: `create procedure one() security definer language sql as 'select 1'; revoke execute on procedure one from public`,
    found: [],
  },
];

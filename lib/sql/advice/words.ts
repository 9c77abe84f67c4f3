import type { Advice, AdviceKind } from "./resource";

type Words = Pick<Advice, "area" | "severity" | "title" | "why">;

/** The words of each kind of advice. The title is the heading in docs/advice.md. */
export const WORDS: Readonly<Record<AdviceKind, Words>> = {
  "users-can-change-every-row": {
    area: "security",
    severity: "error",
    title: "Users can change every row",
    why: "Row-level security is off and users of your app have the right to write, so nothing limits them to their own rows.",
  },
  "policies-have-no-effect": {
    area: "security",
    severity: "error",
    title: "Policies have no effect",
    why: "The table has policies, but row-level security is off, so PostgreSQL doesn't apply them.",
  },
  "view-ignores-policies": {
    area: "security",
    severity: "error",
    title: "View ignores policies",
    why: "The view reads with its owner's rights, so the policies of its tables don't limit the users of your app.",
  },
  "policy-allows-every-write": {
    area: "security",
    severity: "error",
    title: "Policy allows every write",
    why: "The policy's condition is always true, so every user of your app can write every row.",
  },
  "users-can-read-every-row": {
    area: "security",
    severity: "warning",
    title: "Users can read every row",
    why: "Row-level security is off and users of your app have the right to read, so no policy limits them to certain rows.",
  },
  "users-can-reach-rows-without-policies": {
    area: "security",
    severity: "warning",
    title: "Users can reach rows without policies",
    why: "Users of your app have rights on a materialized view or a foreign table, which can't have row-level security: they reach every row.",
  },
  "function-without-a-search-path": {
    area: "security",
    severity: "warning",
    title: "Function without a search path",
    why: "The function runs with its owner's rights but looks names up as its caller says, so a caller can have it run other objects.",
  },
  "row-level-security-without-a-policy": {
    area: "security",
    severity: "info",
    title: "Row-level security without a policy",
    why: "Without a policy, only the table's owner gets rows: users of your app and viewers in the dashboard see an empty table.",
  },
  "numbers-run-out": {
    area: "performance",
    severity: "error",
    title: "Numbers run out",
    why: "Once the numbers of a sequence or of its column's type are used up, every insert fails.",
  },
  "invalid-index": {
    area: "performance",
    severity: "warning",
    title: "Invalid index",
    why: "Creating the index failed or isn't finished: statements don't use it, and writes still have to keep it up to date.",
  },
  "no-primary-key": {
    area: "performance",
    severity: "warning",
    title: "No primary key",
    why: "Rows can't be told apart, so they can't be edited or undone one by one, nor published in realtime.",
  },
  "foreign-key-without-an-index": {
    area: "performance",
    severity: "warning",
    title: "Foreign key without an index",
    why: "Each delete or change of a key in the other table reads this table as a whole.",
  },
  "policy-runs-a-function-for-each-row": {
    area: "performance",
    severity: "warning",
    title: "Policy runs a function for each row",
    why: "The result is the same for every row. In a subquery, PostgreSQL works it out once for each statement.",
  },
  "whole-table-read-often": {
    area: "performance",
    severity: "warning",
    title: "Whole table read often",
    why: "Statements read all rows of the table and hardly use an index. An index on the columns that they filter by would help.",
  },
  "many-dead-rows": {
    area: "performance",
    severity: "warning",
    title: "Many dead rows",
    why: "Autovacuum has fallen behind. Statements read dead rows too, and the table takes more space.",
  },
  "duplicate-index": {
    area: "performance",
    severity: "info",
    title: "Duplicate index",
    why: "Another index does the same. This one takes space and slows down writes.",
  },
  "unused-index": {
    area: "performance",
    severity: "info",
    title: "Unused index",
    why: "No statement has used the index since counting began. It takes space and slows down writes.",
  },
};

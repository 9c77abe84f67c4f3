import type { Rule } from "../observe/snapshot";
import { connections } from "./connections";
import { lockTable } from "./lock-table";
import { memory } from "./memory";
import { notifyQueue } from "./notify-queue";
import { temporarySpace } from "./temporary-space";
import { idleTransactions, oldTransactions } from "./transactions";

export const RULES: readonly Rule[] = [
  connections,
  idleTransactions,
  oldTransactions,
  temporarySpace,
  notifyQueue,
  memory,
  lockTable,
];

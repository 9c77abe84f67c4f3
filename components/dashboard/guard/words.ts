import { byteText } from "@/lib/core/byte-text";
import type { GuardAct, GuardRule, HostEvent } from "@/lib/hosting/guard/resource";

/** An event in sentences. */
export interface EventWords {
  what: string;
  why: string;
  todo: string;
}

interface RuleWords {
  why: (figures: Figures) => string;
  todo: string;
  /** Why a database is restricted now. */
  restricted: string;
}

const MAKE_ROOM = "Delete data that you no longer need, or ask the operator for a larger plan.";
const again = (taken: string) => `Its sessions took too much of the host's ${taken} several times within a minute.`;

const RULES: Record<GuardRule, RuleWords> = {
  "lock-table": {
    why: ({ count }) =>
      `One session held ${count("locks") ?? "too many"} locks. All databases on a host share one lock table, and while it's full, no one can work.`,
    todo: "Change fewer tables per transaction, and release advisory locks when you no longer need them.",
    restricted: again("lock table"),
  },
  "notify-queue": {
    why: ({ percent }) =>
      `The notification queue, which all databases on a host share, filled up${after(percent("usage"), "to")}. An open transaction kept it from being emptied.`,
    todo: "End transactions promptly in sessions that LISTEN, and send fewer or shorter notifications.",
    restricted: again("notification queue"),
  },
  "idle-transaction": {
    why: ({ time }) =>
      `A transaction was left open${after(time("seconds"), "for")}. Until it ended, its locks were held and the space of deleted rows couldn't be freed.`,
    todo: "Commit or roll back as soon as the work is done. Don't wait for people or other services inside a transaction.",
    restricted: again("transactions"),
  },
  "old-transaction": {
    why: ({ time }) =>
      `One transaction ran for ${time("seconds") ?? "too long"}. Until it ended, the space of deleted rows couldn't be freed, and the host couldn't clean up old transaction IDs.`,
    todo: "Split long work into several transactions.",
    restricted: again("transactions"),
  },
  "temporary-space": {
    why: ({ size }) => `Temporary tables and files took ${size("bytes") ?? "too much"} of the host's disk.`,
    todo: "Sort and join fewer rows at once, add an index, and drop temporary tables when you no longer need them.",
    restricted: again("disk for temporary tables and files"),
  },
  memory: {
    why: ({ size }) => `One session took ${size("bytes") ?? "too much"} of the host's memory.`,
    todo: "Read large results in batches, and lower work_mem where you raised it.",
    restricted: again("memory"),
  },
  connections: {
    why: ({ count }) =>
      `The host was running out of connections. Your organisation's databases held ${count("sessions") ?? "too many"} of them${after(count("fairShare"), "; a fair share was")}.`,
    todo: "Use a connection pool, and close connections that aren't in use.",
    restricted: again("connections"),
  },
  "database-size": {
    why: ({ size }) => {
      const bytes = size("bytes");
      const taken = bytes === null ? "The database went over its size limit" : `The database took up ${bytes}`;
      return `${taken}${after(size("limitBytes"), "; the limit is")}.`;
    },
    todo: MAKE_ROOM,
    restricted: "It's over its size limit.",
  },
  volume: {
    why: ({ size }) =>
      `The host's disk was almost full${after(size("freeBytes"), "; space left:")}. This database was writing the most at that moment, and a full disk would have stopped every database on the host.`,
    todo: "Write large amounts of data in batches, and delete data that you no longer need.",
    restricted: "Its host's disk was almost full, and this database was writing the most.",
  },
};

const ACTS: Record<GuardAct, string> = {
  ended_session: "A session was ended",
  made_read_only: "The database was made read-only",
  closed: "The database was closed",
  opened: "The database was opened again",
  warned: "The database came close to a limit",
};

/** Returns the sentences for an event; those of a later guard's rules and acts are plain, but never missing. */
export function eventWords({ rule, act, measured }: Pick<HostEvent, "rule" | "act" | "measured">): EventWords {
  const words = entryOf(RULES, rule);
  const what = entryOf(ACTS, act) ?? "The host acted";
  const advice = words?.todo ?? "Ask the operator.";
  if (act === "opened") return { what, why: openedWhy(rule, measured), todo: "Nothing. Everything works again." };
  const why = words?.why(figuresOf(measured)) ?? `Reason: ${rule}.`;
  return { what, why, todo: `${advice}${meaningOf(rule, act)}` };
}

/** Returns why a database is restricted, as it is now. */
export function restrictionReason(rule: string, limitBytes: number): string {
  if (rule === "database-size") return `It's over its size limit of ${byteText(limitBytes)}.`;
  return entryOf(RULES, rule)?.restricted ?? "It used too much of its host.";
}

/** Returns why a database was opened: nothing was measured then of the excess that closed it. */
function openedWhy(rule: string, measured: Readonly<Record<string, unknown>>): string {
  if (rule === "database-size" && "bytes" in measured) return RULES[rule].why(figuresOf(measured));
  return rule === "database-size" ? "It's below its size limit again." : "The time it was closed for is over.";
}

/** Returns the meaning of an act beyond the advice of its rule. */
function meaningOf(rule: string, act: string): string {
  if (act === "made_read_only") return " To delete data, run SET default_transaction_read_only = off first.";
  if (act !== "closed") return "";
  const opens = rule === "database-size" ? "read-only, so that you can delete data" : "after a few minutes";
  return ` The database reopens automatically, ${opens}. If this happens again, it stays closed for longer.`;
}

function entryOf<Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Returns words and a figure after them; nothing without the figure. */
function after(figure: string | null, words: string): string {
  if (figure === null) return "";
  return words.startsWith(";") ? `${words} ${figure}` : ` ${words} ${figure}`;
}

/** The figures of an event as text; `null` for one that was not told. */
interface Figures {
  size(name: string): string | null;
  count(name: string): string | null;
  time(name: string): string | null;
  percent(name: string): string | null;
}

function figuresOf(measured: Readonly<Record<string, unknown>>): Figures {
  const told = (name: string, textOf: (value: number) => string) => {
    const value = Object.hasOwn(measured, name) ? measured[name] : null;
    return typeof value === "number" && Number.isFinite(value) ? textOf(Math.max(0, value)) : null;
  };
  return {
    size: (name) => told(name, byteText),
    count: (name) => told(name, (value) => Math.round(value).toLocaleString("en")),
    time: (name) => told(name, timeText),
    percent: (name) => told(name, (value) => `${Math.round(value * 100)} %`),
  };
}

function timeText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3_600)} hours`;
}

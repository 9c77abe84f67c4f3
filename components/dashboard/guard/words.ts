import { sizeText } from "@/components/ui/figure-text";
import type { GuardAct, GuardRule, HostEvent } from "@/lib/hosting/guard/resource";
import { type Figures, figuresOf } from "./figures";

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

const MAKE_ROOM = "Delete what you no longer need, or ask the operator of the service for a larger plan.";
const again = (taken: string) => `Its sessions took too much of the host's ${taken} several times within a minute.`;

const RULES: Record<GuardRule, RuleWords> = {
  "lock-table": {
    why: ({ count }) =>
      `One session held ${count("locks") ?? "too many"} locks. All databases of a host share one table of locks, and while it is full nobody can work.`,
    todo: "Change fewer tables in one transaction, and release advisory locks once they are no longer needed.",
    restricted: again("table of locks"),
  },
  "notify-queue": {
    why: ({ percent }) =>
      `The queue of notifications, which all databases of a host share, filled up${after(percent("usage"), "to")}. An open transaction kept it from being emptied.`,
    todo: "Let sessions that LISTEN end their transactions at once, and send fewer or shorter notifications.",
    restricted: again("queue of notifications"),
  },
  "idle-transaction": {
    why: ({ time }) =>
      `A transaction was left open${after(time("seconds"), "for")}. Until it ends, what it has locked stays locked, and deleted rows keep their space.`,
    todo: "Commit or roll back as soon as the work is done, and never wait for people or other services in between.",
    restricted: again("transactions"),
  },
  "old-transaction": {
    why: ({ time }) =>
      `One transaction ran for ${time("seconds") ?? "too long"}. Until it ends, deleted rows keep their space, and the host cannot clear away old transaction numbers.`,
    todo: "Do long work in parts, each in a transaction of its own.",
    restricted: again("transactions"),
  },
  "temporary-space": {
    why: ({ size }) => `Temporary tables and files took ${size("bytes") ?? "too much"} of the host's disk.`,
    todo: "Sort and join fewer rows at once or by an index, and drop temporary tables once they are no longer needed.",
    restricted: again("disk for temporary tables and files"),
  },
  memory: {
    why: ({ size }) => `One session took ${size("bytes") ?? "too much"} of the host's memory.`,
    todo: "Read large results in parts, and lower work_mem where it was raised.",
    restricted: again("memory"),
  },
  connections: {
    why: ({ count }) =>
      `The connections of the host ran short. The databases of your organisation had ${count("sessions") ?? "too many"} of them${after(count("fairShare"), "; a fair share was")}.`,
    todo: "Share connections by a pool, and close those that nobody uses.",
    restricted: again("connections"),
  },
  "database-size": {
    why: ({ size }) => {
      const bytes = size("bytes");
      const taken = bytes === null ? "The size of the database crossed its limit" : `The database took ${bytes}`;
      return `${taken}${after(size("limitBytes"), "; the limit is")}.`;
    },
    todo: MAKE_ROOM,
    restricted: "It is larger than it may be.",
  },
  volume: {
    why: ({ size }) =>
      `The disk of the host was almost full${after(size("freeBytes"), "; what was left was")}. This database wrote the most at that moment, and a full disk would have stopped every database of the host.`,
    todo: "Write large amounts of data in parts, and delete what you no longer need.",
    restricted: "The disk of its host was almost full, and this database wrote the most.",
  },
};

const ACTS: Record<GuardAct, string> = {
  ended_session: "A session was ended",
  made_read_only: "The database was made read-only",
  closed: "The database was closed",
  opened: "The database was opened again",
  warned: "The database came near a limit",
};

/** Returns the sentences for an event; those of a later guard's rules and acts are plain, but never missing. */
export function eventWords({ rule, act, measured }: Pick<HostEvent, "rule" | "act" | "measured">): EventWords {
  const words = entryOf(RULES, rule);
  const what = entryOf(ACTS, act) ?? "The host acted";
  const advice = words?.todo ?? "Ask the operator of the service.";
  if (act === "opened") return { what, why: openedWhy(rule, measured), todo: "Nothing: everything works again." };
  const why = words?.why(figuresOf(measured)) ?? `The reason is called ${rule}.`;
  return { what, why, todo: `${advice}${meaningOf(rule, act)}` };
}

/** Returns why a database is restricted, as it is now. */
export function restrictionReason(rule: string, limitBytes: number): string {
  if (rule === "database-size") return `It is larger than the ${sizeText(limitBytes)} that it may have.`;
  return entryOf(RULES, rule)?.restricted ?? "It took too much of its host.";
}

/** Returns why a database was opened: of what closed it, nothing was measured then. */
function openedWhy(rule: string, measured: Readonly<Record<string, unknown>>): string {
  if (rule === "database-size" && "bytes" in measured) return RULES[rule].why(figuresOf(measured));
  return rule === "database-size" ? "It is as small as it must be." : "The time for which it was closed is over.";
}

/** Returns what an act means beyond the advice of its rule. */
function meaningOf(rule: string, act: string): string {
  if (act === "made_read_only") return " A session can delete after SET default_transaction_read_only = off.";
  if (act !== "closed") return "";
  const opens = rule === "database-size" ? "read-only, so that you can delete data" : "after some minutes";
  return ` The database opens again by itself, ${opens}. If this happens again, it stays closed for longer.`;
}

function entryOf<Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Returns words and a figure after them; nothing without the figure. */
function after(figure: string | null, words: string): string {
  if (figure === null) return "";
  return words.startsWith(";") ? `${words} ${figure}` : ` ${words} ${figure}`;
}

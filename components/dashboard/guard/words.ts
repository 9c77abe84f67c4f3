import { sizeText } from "@/components/ui/figure-text";
import type { GuardAct, GuardRule, HostEvent } from "@/lib/hosting/guard/resource";

/** An event in sentences. */
export interface EventWords {
  what: string;
  why: string;
  todo: string;
}

/** The figures of an event as text; `null` for one that the guard did not tell. */
type Figure = (name: string) => string | null;

interface RuleWords {
  why: (figure: Figure) => string;
  todo: string;
}

const MAKE_ROOM = "Delete what you no longer need, or ask the operator of the service for a larger plan.";

const RULES: Record<GuardRule, RuleWords> = {
  "lock-table": {
    why: (figure) =>
      `One session held ${figure("locks") ?? "too many"} locks. All databases of a host share one table of locks, and while it is full nobody can work.`,
    todo: "Change fewer tables in one transaction, and release advisory locks once they are no longer needed.",
  },
  "notify-queue": {
    why: (figure) =>
      `A listening session kept the queue of notifications from being emptied${within(figure("queuePercent"), "% of it were in use")}. All databases of a host share that queue.`,
    todo: "Let sessions that LISTEN end their transactions at once, and send fewer or shorter notifications.",
  },
  "idle-transaction": {
    why: (figure) =>
      `A transaction stayed open${during(figure("seconds"))} without doing anything. Until it ends, what it has locked stays locked, and deleted rows keep their space.`,
    todo: "Commit or roll back as soon as the work is done, and never wait for people or other services in between.",
  },
  "old-transaction": {
    why: (figure) =>
      `One transaction ran${during(figure("seconds")) || " for too long"}. Until it ends, deleted rows keep their space, so that the database grows.`,
    todo: "Do long work in parts, each in a transaction of its own.",
  },
  "temporary-space": {
    why: (figure) => `Temporary tables and files took ${figure("temporaryBytes") ?? "too much"} of the host's disk.`,
    todo: "Sort and join fewer rows at once or by an index, and drop temporary tables once they are no longer needed.",
  },
  memory: {
    why: (figure) => `One session took ${figure("memoryBytes") ?? "too much"} of the host's memory.`,
    todo: "Read large results in parts, and lower work_mem where it was raised.",
  },
  connections: {
    why: (figure) => `The database had ${figure("connections") ?? "too many"} connections, more than its share.`,
    todo: "Share connections by a pool, and close those that nobody uses.",
  },
  "database-size": {
    why: (figure) => `${sizeSentence(figure("sizeBytes"))}${within(figure("maxBytes"), " is what it may have")}.`,
    todo: MAKE_ROOM,
  },
  volume: {
    why: (figure) =>
      `The disk of the host was almost full${within(figure("freeBytes"), " were left")}. It was kept from filling up, which would have stopped every database on it.`,
    todo: MAKE_ROOM,
  },
};

/** What was done, and what this means for the owner in place of what the rule advises. */
const ACTS: Record<GuardAct, { what: string; todo?: string }> = {
  ended_session: { what: "A session was ended" },
  made_read_only: {
    what: "The database was made read-only",
    todo: `${MAKE_ROOM} A session can delete after SET default_transaction_read_only = off.`,
  },
  closed: {
    what: "The database was closed",
    todo: "It opens again by itself, read-only, so that you can delete data. If it grows again, it stays closed for longer.",
  },
  opened: { what: "The database was opened again", todo: "Nothing: everything works again." },
  warned: { what: "The database came near a limit" },
};

/** Returns the sentences for an event; those of a later guard's rules and acts are plain, but never missing. */
export function eventWords({ rule, act, measured }: Pick<HostEvent, "rule" | "act" | "measured">): EventWords {
  const ofRule = entryOf(RULES, rule);
  const ofAct = entryOf(ACTS, act);
  const isStillLarge = act === "opened" && isOver(measured);
  return {
    what: (ofAct?.what ?? "The host acted") + (isStillLarge ? ", read-only" : ""),
    why: ofRule?.why((name) => figureText(name, measured[name])) ?? `The reason is called ${rule}.`,
    todo: (isStillLarge ? ACTS.made_read_only.todo : ofAct?.todo) ?? ofRule?.todo ?? "Ask the operator of the service.",
  };
}

/** Returns why a database is restricted, as it is now. */
export function restrictionReason(rule: string, limitBytes: number): string {
  if (rule === "volume") return "The disk of its host is almost full.";
  return `It is larger than the ${sizeText(limitBytes)} that it may have.`;
}

function isOver({ sizeBytes, maxBytes }: Record<string, unknown>): boolean {
  return typeof sizeBytes === "number" && typeof maxBytes === "number" && sizeBytes > maxBytes;
}

function entryOf<Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function figureText(name: string, value: unknown): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  if (name.endsWith("Bytes")) return sizeText(Math.max(0, value));
  return Math.round(value).toLocaleString("en");
}

function sizeSentence(size: string | null): string {
  return size === null ? "The database reached a size near its limit" : `The database had ${size}`;
}

function within(figure: string | null, rest: string): string {
  return figure === null ? "" : `; ${figure}${rest}`;
}

function during(seconds: string | null): string {
  return seconds === null ? "" : ` for ${seconds} seconds`;
}

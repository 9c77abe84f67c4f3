import { describe, expect, it } from "vitest";
import { CUSTOMER_LOGIN_KINDS } from "@/lib/core/ids";
import type { CustomerSession } from "@/lib/server/host-guard/observe/sessions";
import type { SessionRule, Snapshot } from "@/lib/server/host-guard/observe/snapshot";
import { RULES } from "@/lib/server/host-guard/rules/all";
import { connections } from "@/lib/server/host-guard/rules/connections";
import { lockTable } from "@/lib/server/host-guard/rules/lock-table";
import { memory } from "@/lib/server/host-guard/rules/memory";
import { notifyQueue } from "@/lib/server/host-guard/rules/notify-queue";
import { temporarySpace } from "@/lib/server/host-guard/rules/temporary-space";
import { idleTransactions, oldTransactions } from "@/lib/server/host-guard/rules/transactions";

const GIB = 1024 ** 3;
let lastPid = 100;

function session(databaseId: string, facts: Partial<CustomerSession> = {}): CustomerSession {
  lastPid += 1;
  return {
    ...{
      pid: lastPid,
      roleName: databaseId,
      databaseId,
      activity: "",
      anonymousBytes: 0,
      hasWorked: false,
      cpuSeconds: 0,
      writtenBytes: 0,
    },
    ...{ state: "active", stateSeconds: 0, transactionSeconds: null, locks: 0 },
    ...facts,
  };
}

function snapshot(sessions: CustomerSession[], facts: Partial<Snapshot> = {}): Snapshot {
  return {
    ...{ sessions, isLockTableFull: false, lockCapacity: 1_000, connectionSlots: 100, notifyUsage: 0 },
    ...{ notifyBytes: new Map(), temporaryBytes: new Map(), organisations: new Map() },
    memory: { totalBytes: 16 * GIB, availableBytes: 8 * GIB },
    ...facts,
  };
}

describe("the lock table", () => {
  it("loses the session with the most locks of the database that holds more than a quarter", () => {
    const [small, large, other] = [
      session("a", { locks: 100 }),
      session("a", { locks: 200 }),
      session("b", { locks: 250 }),
    ];
    expect(lockTable(snapshot([small, large, other]))).toEqual([
      { rule: "lock-table", session: large, measured: { locks: 200, capacity: 1_000 } },
    ]);
  });

  it("loses the greatest of all when many databases fill it together", () => {
    const sessions = ["a", "b", "c"].map((id, index) => session(id, { locks: 200 + index }));
    expect(lockTable(snapshot(sessions)).map((verdict) => verdict.session.databaseId)).toEqual(["c"]);
    expect(lockTable(snapshot(sessions.slice(0, 2)))).toEqual([]);
  });

  it("loses the session with the most memory when the server cannot list its locks", () => {
    const sessions = [session("a", { anonymousBytes: 9 }), session("b", { anonymousBytes: 90 })];
    expect(lockTable(snapshot(sessions, { isLockTableFull: true }))[0]?.session.databaseId).toBe("b");
  });
});

describe("AT-C1: every rule holds for every kind of role", () => {
  const id = `db_${"a".repeat(20)}`;
  const roles = [...CUSTOMER_LOGIN_KINDS.map((kind) => `${kind}_${"a".repeat(20)}`), "reporting"];
  const many = (facts: Partial<CustomerSession>) => Array.from({ length: 95 }, () => session(id, facts));
  const idle = { state: "idle in transaction", stateSeconds: 1_000, transactionSeconds: 1_000 } as const;

  /** A look at the host in which a role does too much, by rule. */
  const offences: Record<SessionRule, (roleName: string) => Snapshot> = {
    "lock-table": (roleName) => snapshot([session(id, { roleName, locks: 300 })]),
    "notify-queue": (roleName) =>
      snapshot([session(id, { roleName, transactionSeconds: 2 })], {
        notifyUsage: 0.3,
        notifyBytes: new Map([[id, 9]]),
      }),
    "idle-transaction": (roleName) => snapshot([session(id, { roleName, ...idle })]),
    "old-transaction": (roleName) => snapshot([session(id, { roleName, transactionSeconds: 86_401 })]),
    "temporary-space": (roleName) => {
      const writing = session(id, { roleName });
      return snapshot([writing], { temporaryBytes: new Map([[writing.pid, 3 * GIB]]) });
    },
    memory: (roleName) => snapshot([session(id, { roleName, anonymousBytes: 5 * GIB })]),
    connections: (roleName) => snapshot(many({ roleName, state: "idle" })),
  };

  it.each(Object.entries(offences).flatMap(([rule, offend]) => roles.map((role) => ({ rule, role, offend }))))(
    "$rule ends a session of $role",
    ({ rule, role, offend }) => {
      const verdicts = RULES.flatMap((judge) => judge(offend(role)));
      expect(new Set(verdicts.map((verdict) => `${verdict.rule} ${verdict.session.roleName}`))).toEqual(
        new Set([`${rule} ${role}`]),
      );
    },
  );

  it("the functions of a database have a tenth of the lock table, and its other sessions a quarter", () => {
    const [fn, app] = [`fn_${"a".repeat(20)}`, id];
    const held = (roleName: string, locks: number) => session(id, { roleName, locks });
    expect(lockTable(snapshot([held(fn, 50), held(fn, 50), held(app, 140)]))).toEqual([]);
    const [small, large] = [held(fn, 50), held(fn, 60)];
    expect(lockTable(snapshot([small, large, held(app, 120)])).map((verdict) => verdict.session)).toEqual([large]);
  });
});

describe("the NOTIFY queue", () => {
  const facts = {
    notifyUsage: 0.3,
    notifyBytes: new Map([
      ["a", 900],
      ["b", 10],
    ]),
  };

  it("loses the transactions of the database that sends most, and nobody else's", () => {
    const [guilty, idle, other] = [
      session("a", { transactionSeconds: 2 }),
      session("a"),
      session("b", { state: "idle in transaction", stateSeconds: 60, transactionSeconds: 60 }),
    ];
    expect(notifyQueue(snapshot([guilty, idle, other], facts)).map((verdict) => verdict.session)).toEqual([guilty]);
  });

  it("loses the oldest idle transaction when the sender has none", () => {
    const idle = (seconds: number) =>
      session("b", { state: "idle in transaction", stateSeconds: seconds, transactionSeconds: seconds });
    const [young, old, older] = [idle(2), idle(30), idle(40)];
    expect(notifyQueue(snapshot([young, old, older], facts)).map((verdict) => verdict.session)).toEqual([older]);
  });

  it("loses nobody below a tenth", () => {
    expect(notifyQueue(snapshot([session("a", { transactionSeconds: 2 })], { ...facts, notifyUsage: 0.09 }))).toEqual(
      [],
    );
  });
});

describe("transactions", () => {
  it("end after a quarter of an hour without work, and after a day in any case", () => {
    const [fresh, forgotten] = [899, 901].map((stateSeconds) =>
      session("a", { state: "idle in transaction", stateSeconds }),
    );
    const old = session("a", { transactionSeconds: 86_401 });
    const seen = snapshot([fresh, forgotten, old].filter((one) => one !== undefined));
    expect(idleTransactions(seen).map((verdict) => verdict.session)).toEqual([forgotten]);
    expect(oldTransactions(seen).map((verdict) => verdict.session)).toEqual([old]);
  });
});

describe("memory", () => {
  it("is a quarter of the machine for one database", () => {
    const [small, large] = [session("a", { anonymousBytes: 1.5 * GIB }), session("a", { anonymousBytes: 3 * GIB })];
    const other = session("b", { anonymousBytes: 3.9 * GIB });
    expect(memory(snapshot([small, large, other])).map((verdict) => verdict.session)).toEqual([large]);
  });

  it("is taken from the largest when the machine runs out, and never from a small session", () => {
    const short = { memory: { totalBytes: 16 * GIB, availableBytes: GIB } };
    const large = session("b", { anonymousBytes: GIB });
    expect(memory(snapshot([session("a"), large], short)).map((verdict) => verdict.session)).toEqual([large]);
    expect(memory(snapshot([session("a", { anonymousBytes: 1_024 })], short))).toEqual([]);
  });
});

describe("temporary files", () => {
  it("are two gigabytes for one database", () => {
    const sessions = [session("a"), session("a"), session("b")];
    const [first, second, third] = sessions.map(({ pid }) => pid);
    const temporaryBytes = new Map([
      [first ?? 0, GIB],
      [second ?? 0, 1.1 * GIB],
      [third ?? 0, 1.9 * GIB],
    ]);
    expect(temporarySpace(snapshot(sessions, { temporaryBytes })).map((verdict) => verdict.session.pid)).toEqual([
      second,
    ]);
  });
});

describe("RF-17: connections", () => {
  const organisations = new Map([
    ["a", "greedy"],
    ["b", "greedy"],
    ["c", "modest"],
  ]);

  it("are given back by the organisation that holds most, idle ones first, the longest idle before the others", () => {
    const busy = Array.from({ length: 60 }, () => session("a"));
    const idle = Array.from({ length: 25 }, (_, index) => session("b", { state: "idle", stateSeconds: index }));
    const modest = Array.from({ length: 5 }, () => session("c", { state: "idle", stateSeconds: 900 }));
    const verdicts = connections(snapshot([...busy, ...idle, ...modest], { organisations }));
    expect(verdicts.map((verdict) => verdict.session)).toEqual(idle.slice(-5).reverse());
  });

  it("are left to everybody within a fair share", () => {
    const sessions = ["a", "c"].flatMap((id) => Array.from({ length: 42 }, () => session(id)));
    expect(connections(snapshot(sessions, { organisations }))).toEqual([]);
    const crowded = [...sessions, ...Array.from({ length: 10 }, () => session("d"))];
    const ended = connections(snapshot(crowded, { organisations }));
    expect(new Set(ended.map((verdict) => verdict.session.databaseId))).not.toContain("d");
  });
});

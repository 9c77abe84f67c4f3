import { Duplex } from "node:stream";
import { expect, it } from "vitest";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { READY_IDLE } from "@/lib/infra/postgres-proxy/messages";
import { PER_DATABASE, PER_FUNCTION, SessionShelf } from "@/lib/infra/postgres-proxy/session-shelf";

/** Answers each statement of a reset, which are four. */
function sessionOf(): RawSession {
  const stream: Duplex = new Duplex({
    read: () => {},
    write: (_chunk, _encoding, done) => {
      stream.push(Buffer.concat(Array(4).fill(READY_IDLE)));
      done();
    },
  });
  const nothing = async () => {};
  return { ...{ stream, parameters: [], processId: 1, secretKey: 1 }, cancel: nothing, end: nothing };
}

function open() {
  const opened: string[] = [];
  const shelf = new SessionShelf({
    connect: async ({ functionId }) => {
      opened.push(functionId);
      return sessionOf();
    },
    takeOver: async () => {},
  });
  const ownerOf = (functionId: string) => ({ functionId, databaseId: "db" });
  const take = (functionId: string, { signal } = new AbortController()) => shelf.take(ownerOf(functionId), signal);
  return { shelf, opened, ownerOf, take };
}

it("AT-C1: a client that waits for a session of a function gets it in turn, and one that has gone gets none", async () => {
  const { shelf, ownerOf, take } = open();
  const sessions = await Promise.all(Array.from({ length: PER_FUNCTION }, () => take("a")));
  const served: number[] = [];
  const gone = new AbortController();
  const waiting = [new AbortController(), gone, new AbortController()].map((each, place) =>
    take("a", each).then((session) => {
      served.push(place);
      return session;
    }),
  );
  gone.abort();
  await expect(waiting[1]).rejects.toThrow(/abort/i);
  for (const session of sessions.slice(0, 2)) await shelf.giveBack(ownerOf("a"), session);
  await Promise.all([waiting[0], waiting[2]]);
  expect(served).toEqual([0, 2]);
  await shelf.close();
});

it("AT-C1: a function that asks without end keeps its neighbour in the database from no session", async () => {
  const { shelf, ownerOf, take } = open();
  const flood = Array.from({ length: 500 }, () => take("a").catch(() => null));
  const held = await Promise.all(flood.slice(0, PER_FUNCTION));
  expect(await take("b")).toBeDefined();
  const others = Array.from({ length: PER_DATABASE - PER_FUNCTION - 1 }, (_, place) => take(`c${place % 2}`));
  await Promise.all(others);
  const neighbour = take("d");
  for (const session of held) if (session) await shelf.giveBack(ownerOf("a"), session);
  await shelf.giveBack(ownerOf("c0"), await (others[0] as (typeof others)[0]));
  expect(await neighbour).toBeDefined();
  await shelf.close();
});

it("AT-C1: waiting takes no work: there's one timer for each who waits, which ends its patience", async () => {
  const { shelf, take } = open();
  await Promise.all(Array.from({ length: PER_FUNCTION }, () => take("a")));
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const gone = new AbortController();
  const waiting = Array.from({ length: 100 }, () => expect(take("a", gone)).rejects.toThrow(/abort/i));
  await new Promise((resolve) => setImmediate(resolve));
  expect(timers() - before).toBe(100);
  gone.abort();
  await Promise.all(waiting);
  await shelf.close();
});

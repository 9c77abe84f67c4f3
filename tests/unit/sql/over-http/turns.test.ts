import { describe, expect, it, vi } from "vitest";
import { SQL_TURNS } from "@/lib/core/rate-limits";
import { SqlTurns, type Turn } from "@/lib/sql/over-http/turns";

const turn = (organisationId: string, databaseId: string, more: Partial<Turn> = {}): Turn => ({
  ...{ organisationId, databaseId, hostId: "host", login: `owner of ${databaseId}`, maxOfLogin: 10 },
  ...more,
});

/** Takes so many turns, all of which are free. */
async function hold(turns: SqlTurns, count: number, of: Turn) {
  return Promise.all(Array.from({ length: count }, () => turns.take(of)));
}

/** The order in which those who wait get their turns, each of which ends at once. */
function queue(turns: SqlTurns, of: Turn, name: string, order: string[]): Promise<void> {
  return turns.take(of).then((release) => {
    order.push(name);
    release();
  });
}

describe("turns", () => {
  it("are as many as a login, a database, an organisation and a host may have", async () => {
    const turns = new SqlTurns();
    const order: string[] = [];
    const [first] = await hold(turns, 3, turn("a", "a1", { maxOfLogin: 3 }));
    const waiting = queue(turns, turn("a", "a1", { maxOfLogin: 3 }), "waited", order);
    await hold(turns, 1, turn("a", "a2"));
    expect(order).toEqual([]);
    first?.();
    await waiting;
    expect(order).toEqual(["waited"]);
  });

  it("go to the organisation that has the fewest, however many of another wait", async () => {
    const turns = new SqlTurns();
    const releases = [];
    for (let database = 0; database < 4; database += 1) {
      releases.push(...(await hold(turns, 10, turn("hog", `h${database}`))));
      releases.push(...(await hold(turns, 10, turn("other", `o${database}`))));
    }
    for (const database of ["t1", "t2"]) releases.push(...(await hold(turns, 10, turn("third", database))));
    expect(releases).toHaveLength(SQL_TURNS.ofHost);
    const order: string[] = [];
    const waiting = [
      ...Array.from({ length: 5 }, () => queue(turns, turn("hog", "h9"), "hog", order)),
      queue(turns, turn("quiet", "q"), "quiet", order),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    for (const release of releases) release();
    await Promise.all(waiting);
    expect(order[0]).toBe("quiet");
  });

  it("are refused to more than may wait, and after a while", async () => {
    vi.useFakeTimers();
    try {
      const turns = new SqlTurns();
      await hold(turns, SQL_TURNS.ofDatabase, turn("a", "a1"));
      const waiting = Array.from({ length: SQL_TURNS.waitingOfOrganisation }, () =>
        turns.take(turn("a", "a1")).catch((error) => error.code),
      );
      await expect(turns.take(turn("a", "a1"))).rejects.toMatchObject({ code: "rate_limited" });
      await turns.take(turn("b", "b1"));
      vi.advanceTimersByTime(SQL_TURNS.patienceMilliseconds);
      expect(new Set(await Promise.all(waiting))).toEqual(new Set(["rate_limited"]));
    } finally {
      vi.useRealTimers();
    }
  });
});

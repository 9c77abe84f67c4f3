import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CUSTOMER_LOGIN_KINDS } from "@/lib/core/ids";
import { ended, GuardedHost } from "@/tests/support/guarded-host";

const FLOOD = "SELECT count(pg_advisory_lock(g)) FROM generate_series(1, 1000000) AS g";

/** Each kind of role that may sign in to a customer's database. The service makes none of the last kind. */
const KINDS = [...CUSTOMER_LOGIN_KINDS, "reporting"] as const;
type Kind = (typeof KINDS)[number];

let host: GuardedHost;
/** Of a superuser in a customer's database. The guard's first look learns the roles that are there. */
let operator: Client;

beforeAll(async () => {
  host = await GuardedHost.start();
  const id = await host.addDatabase("f");
  await host.root.query("CREATE ROLE backup SUPERUSER LOGIN PASSWORD 'customer'");
  await host.root.query(`GRANT ${id} TO backup`);
  operator = await host.connect(id, "backup");
  await host.guard();
});
afterAll(() => host.stop());

async function roleOf(kind: Kind, databaseId: string): Promise<string> {
  if (kind === "db") return databaseId;
  return host.addRole(databaseId, `${kind}_${databaseId.slice("db_".length)}`);
}

/** Runs the statement until the guard has ended the session, and resolves then. */
async function offend(client: Client): Promise<void> {
  const gone = ended(client);
  await client.query(FLOOD).catch((error) => expect(error).toBeInstanceOf(Error));
  await gone;
}

describe("AT-C1: the guard sees the sessions of every kind of role", () => {
  it.each(KINDS.map((kind, place) => ({ kind, letter: "abcde"[place] ?? "" })))(
    "ends a session of $kind that fills the lock table",
    async ({ kind, letter }) => {
      const id = await host.addDatabase(letter);
      const role = await roleOf(kind, id);
      await offend(await host.connect(id, role));
      const events = async () => (await host.events()).filter(({ databaseId }) => databaseId === id);
      await expect.poll(events).toEqual([
        expect.objectContaining({
          ...{ rule: "lock-table", act: "ended_session" },
          measured: expect.objectContaining({ roleName: role }),
        }),
      ]);
    },
  );

  it("leaves the sessions of an operator alone", async () => {
    await operator.query("SELECT count(pg_advisory_lock(g)) FROM generate_series(1, 60000) AS g");
    // The look that ends this one has seen the operator too.
    await offend(await host.connect(await host.addDatabase("h")));
    expect((await operator.query("SELECT pg_advisory_unlock_all() IS NOT NULL AS lives")).rows).toEqual([
      { lives: true },
    ]);
  });
});

describe("AT-C2: a database that is closed", () => {
  it("ends the sessions of every kind of role, and lets none of them in again", async () => {
    const id = await host.addDatabase("g");
    const roles = await Promise.all(KINDS.map((kind) => roleOf(kind, id)));
    const sessions = await Promise.all(roles.map((role) => host.connect(id, role)));
    const gone = sessions.map(ended);
    for (let time = 0; time < 3; time += 1) await offend(await host.connect(id));
    await Promise.all(gone);
    for (const role of roles.slice(0, -1))
      await expect(host.connect(id, role)).rejects.toMatchObject({ code: "28000" });
    // The guard takes the right to sign in from the roles that the service makes, and ends the sessions of any other.
    const stranger = await host.connect(id, roles.at(-1)).catch(() => null);
    if (stranger) await ended(stranger);
  });
});

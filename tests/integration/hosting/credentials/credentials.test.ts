import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { connectionStringOf } from "@/lib/hosting/credentials/connection-string";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { reconcile } from "@/lib/jobs/reconcile";
import { keyActor, random } from "@/tests/support/context";
import { asCustomer, asSuperuser, createReadyDatabase, NO_SUCH_DATABASE, refusalOf } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();

afterAll(() => service.close());

const reveal = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;

const VERBS = { reveal: revealConnectionString, rotate: rotateCredential };

describe.for(Object.entries(VERBS))("%s", ([name, verb]) => {
  it("is refused to viewers, read-only keys, narrow keys and organisations without the flag; a stranger gets 404", async () => {
    const stranger = await service.organisation();
    const id = await createReadyDatabase(service, organisation.member.owner);
    const before = await reveal(id);
    const { member } = organisation;
    const refusals: [Actor, string][] = [
      [member.viewer, "missing_permission"],
      [keyActor(member.viewer), "missing_permission"],
      [keyActor(member.owner, { readOnly: true }), "read_only_key"],
      [keyActor(member.owner, { databaseId: id }), "key_scope_too_narrow"],
      [keyActor(member.owner, { managementApi: false }), "management_not_enabled"],
      [stranger.member.owner, "database_not_found"],
      [keyActor(stranger.member.owner), "database_not_found"],
    ];
    for (const [actor, code] of refusals) {
      await expect(verb(await service.context(actor), { databaseId: id })).rejects.toMatchObject({ code });
    }
    await expect(verb(owner, { databaseId: NO_SUCH_DATABASE })).rejects.toMatchObject({ code: "database_not_found" });
    expect(await reveal(id)).toBe(before);
    const action = name === "reveal" ? "database.reveal_connection_string" : "database.rotate_credential";
    const events = await service.db.auditEvent.findMany({ where: { targetId: id, action } });
    expect(events).toHaveLength(name === "reveal" ? 2 : 0);
  });

  it("answers 409 `database_not_ready` while the database is being made", async () => {
    const { id } = await createDatabase(owner, { name: `unborn-${name}` });
    await expect(verb(owner, { databaseId: id })).rejects.toMatchObject({
      code: "database_not_ready",
      retryAfterSeconds: expect.any(Number),
    });
    await deleteDatabase(owner, { databaseId: id });
  });

  it("is on record with the member and the address, without the secret", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const { connectionString } = await verb(owner, { databaseId: id });
    const events = await service.db.auditEvent.findMany({
      where: { targetId: id, NOT: { action: "database.create" } },
    });
    expect(events).toEqual([
      expect.objectContaining({
        actorId: organisation.member.owner.id,
        address: "192.0.2.1",
        requestId: owner.requestId,
      }),
    ]);
    expect(JSON.stringify(events)).not.toContain(new URL(connectionString).password);
  });
});

describe("the connection string", () => {
  it("works as it is, and names the database's own role", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const connectionString = await reveal(id);
    expect(connectionString).toMatch(new RegExp(`^postgresql://${id}:[0-9A-Za-z]{32}@127.0.0.1:\\d+/${id}$`));
    const { rows } = await asCustomer(connectionString, (client) =>
      client.query("SELECT current_user AS role, current_database() AS database"),
    );
    expect(rows).toEqual([{ role: id, database: id }]);
  });
});

/** Hosts on which the `n`th try of a password goes as told. */
function tryingPasswords(tryIt: (n: number, accepts: () => Promise<boolean>) => Promise<boolean>) {
  let tries = 0;
  const get = async (hostId: string) => {
    const host = await owner.hosts.get(hostId);
    const acceptsPassword: typeof host.acceptsPassword = (...tried) =>
      tryIt(++tries, () => host.acceptsPassword(...tried));
    return Object.assign(Object.create(host), { acceptsPassword });
  };
  return { hosts: Object.assign(Object.create(owner.hosts), { get }), tries: () => tries };
}

describe("a password that was changed by SQL", () => {
  const change = (id: string, url: string) =>
    asCustomer(url, (client) => client.query(`ALTER ROLE "${id}" PASSWORD '${scramVerifier("changed", random)}'`));

  it("PG-09: is told in place of a connection string that no longer works, until the credential is rotated", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const url = await reveal(id);
    await change(id, url);
    const before = await service.db.auditEvent.count({ where: { targetId: id } });
    await expect(reveal(id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("rotate-credential"),
    });
    expect(await service.db.auditEvent.count({ where: { targetId: id } })).toBe(before);
    const { connectionString } = await rotateCredential(owner, { databaseId: id });
    expect(await reveal(id)).toBe(connectionString);
    expect(await violations()).toEqual([]);
  });

  it("is told as well while the role has no connection left, and a right one is revealed then", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const url = await reveal(id);
    await asSuperuser(service.cluster, "postgres", (client) => client.query(`ALTER ROLE "${id}" CONNECTION LIMIT 1`));
    await asCustomer(url, async (client) => {
      expect(await refusalOf(url)).toBe("53300");
      expect(await reveal(id)).toBe(url);
      await client.query(`ALTER ROLE "${id}" PASSWORD '${scramVerifier("changed", random)}'`);
      await expect(reveal(id)).rejects.toMatchObject({ code: "conflict" });
    });
    await asSuperuser(service.cluster, "postgres", (client) => client.query(`ALTER ROLE "${id}" CONNECTION LIMIT 20`));
    await rotateCredential(owner, { databaseId: id });
  });

  it("is not suspected of a database that lets nobody in", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const url = await reveal(id);
    for (const statements of [
      [`ALTER ROLE "${id}" NOLOGIN`, `ALTER ROLE "${id}" LOGIN`],
      [`ALTER DATABASE "${id}" ALLOW_CONNECTIONS false`, `ALTER DATABASE "${id}" ALLOW_CONNECTIONS true`],
      [
        `ALTER ROLE "${id}" SET local_preload_libraries = 'missing'`,
        `ALTER ROLE "${id}" RESET local_preload_libraries`,
      ],
    ]) {
      for (const statement of statements) {
        await asSuperuser(service.cluster, "postgres", (client) => client.query(statement));
        expect(await reveal(id)).toBe(url);
      }
    }
    expect(await violations()).toEqual([]);
  });

  it("is not suspected where a rotation ends just after its password was tried", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const url = await reveal(id);
    const { hosts, tries } = tryingPasswords(async (n, accepts) => n > 1 && accepts());
    expect(await revealConnectionString({ ...owner, hosts }, { databaseId: id })).toStrictEqual({
      connectionString: url,
    });
    expect(tries()).toBe(2);
  });

  it("is not suspected where one rotation after the other ends just before its password is tried", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const { hosts, tries } = tryingPasswords(async (n, accepts) => {
      if (n <= 3) await rotateCredential(owner, { databaseId: id });
      return accepts();
    });
    const revealed = await revealConnectionString({ ...owner, hosts }, { databaseId: id });
    expect(tries()).toBe(4);
    expect(revealed).toStrictEqual({ connectionString: await reveal(id) });
  });

  it("is not suspected of a rotation that comes in between", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        index % 8 === 0
          ? rotateCredential(owner, { databaseId: id })
          : revealConnectionString(owner, { databaseId: id }),
      ),
    );
    const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect(new Set([...codes, "database_not_ready"])).toEqual(new Set(["database_not_ready"]));
  });
});

describe("rotating", () => {
  it("PG-15: the old password is dead with 28P01, the open session is ended and counted, the new one works", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const before = await reveal(id);
    await asCustomer(before, async (session) => {
      await session.query("SELECT 1");
      const rotated = await rotateCredential(owner, { databaseId: id });
      expect(rotated.terminatedConnections).toBe(1);
      await expect(session.query("SELECT 1")).rejects.toThrow();
      expect(await refusalOf(before)).toBe("28P01");
      expect(await refusalOf(rotated.connectionString)).toBeNull();
      expect(await reveal(id)).toBe(rotated.connectionString);
    });
    expect(await violations()).toEqual([]);
  });

  it("ends a session once, also of a program that comes back at once with the new password", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const worker = await service.worker();
    let client!: pg.Client;
    let isOver = false;
    const sessions: Promise<void>[] = [];
    const signIn = async () => {
      client = new pg.Client(await connectionStringOf(worker, id));
      client.on("error", () => {});
      client.once("end", () => void (isOver || sessions.push(signIn())));
      await client.connect();
    };
    await signIn();
    const { terminatedConnections } = await rotateCredential(owner, { databaseId: id });
    isOver = true;
    await Promise.all(sessions);
    expect({ terminatedConnections, cameBack: sessions.length }).toEqual({ terminatedConnections: 1, cameBack: 1 });
    expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await client.end();
    expect(await violations()).toEqual([]);
  });

  it("twenty at once leave one credential, the revealed one", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const rotated = await Promise.all(Array.from({ length: 20 }, () => rotateCredential(owner, { databaseId: id })));
    const revealed = await reveal(id);
    const urls = new Set(rotated.map(({ connectionString }) => connectionString));
    expect(urls).toHaveLength(20);
    expect(urls).toContain(revealed);
    for (const url of urls) expect(await refusalOf(url)).toBe(url === revealed ? null : "28P01");
    expect(await violations()).toEqual([]);
  });

  it("under the same Idempotency-Key gives the credential it made already", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const ctx = await service.context(organisation.member.owner, { idempotencyRecordId: "idem_rotate" });
    const rotated = await rotateCredential(ctx, { databaseId: id });
    expect(await rotateCredential(ctx, { databaseId: id })).toEqual(rotated);
  });

  it("a half-made rotation reveals nothing until it is settled, and then the new credential", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const before = await reveal(id);
    const crashPoint = (point: string) => {
      if (point === "rotate.journalled") throw new Error("the process has ended");
    };
    const ctx = await service.context(organisation.member.owner, { crashPoint });
    await expect(rotateCredential(ctx, { databaseId: id })).rejects.toThrow("ended");
    await expect(reveal(id)).rejects.toMatchObject({ code: "database_not_ready" });
    await reconcile(await service.worker());
    expect(await refusalOf(before)).toBe("28P01");
    expect(await refusalOf(await reveal(id))).toBeNull();
  });
});

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { createId, functionRoleOf, readRoleOf } from "@/lib/core/ids";
import { connectionStringOf } from "@/lib/hosting/credentials/connection-string";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { bringBackDatabase } from "@/lib/hosting/deleted-databases/bring-back";
import { type RenewedLogins, renewLogins } from "@/lib/hosting/hosts/renew-logins";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import type { ServiceContext } from "@/lib/runtime";
import { openReaderSession } from "@/lib/sql/customer-session/open-reader";
import { runCommand } from "@/tests/support/command-line";
import { random } from "@/tests/support/context";
import { asCustomer, asSuperuser, refusalOf } from "@/tests/support/databases";
import { writeAsGuard } from "@/tests/support/guard";
import { openTwoHosts } from "@/tests/support/two-hosts";

const KNOWN = "known-to-a-customer";
const WRONG_PASSWORD = "28P01";
const NO_LOGIN = "28000";

const hosts = await openTwoHosts();
const { service, owner, operator, organisation, other, otherId: hostId, folder } = hosts;
const keeping = await service.context(owner.actor, { deletedDatabaseDays: 7 });

const [data, kept] = [join(folder, "other"), join(folder, "kept")];
/** The strings that worked at the time to which the host goes back, and the ids of their databases. */
const former: Record<string, string> = {};
let stranger: string;
let later: string;

const idOf = (name: string) => new URL(former[name] ?? "").pathname.slice(1);
/** The host has another port after each start. */
const here = (url = "") => Object.assign(new URL(url), { host: `${other.address}:${other.port}` }).href;
const as = (username: string, password: string, name: string) =>
  Object.assign(new URL(here(former[name])), { username, password }).href;
/** Reads the string without a look at the host, which may refuse it. */
const present = async (name: string) => here(await connectionStringOf(owner, idOf(name)));
const pooled = async (name: string) =>
  (await revealConnectionString(owner, { databaseId: idOf(name) })).pooledConnectionString ?? expect.fail("no pooler");
const onHost = async (text: string, values: unknown[] = []) =>
  (await asSuperuser(other, "postgres", (client) => client.query(text, values))).rows;
const renew = (ctx = operator): Promise<RenewedLogins> => renewLogins(ctx, { hostId });

beforeAll(async () => {
  const setEmbedded = (status: string) =>
    service.db.host.update({ where: { id: service.hostId }, data: { status }, select: { id: true } });
  await setEmbedded("draining");
  for (const name of ["rotated", "same", "dropped", "deleted", "moved"]) {
    former[name] = await hosts.urlOf(await hosts.make(name));
  }
  await service.db.host.update({ where: { id: hostId }, data: { pooledHost: "pooler.example" } });
  former.pooled = await pooled("rotated");
  former.shell = (await createShellConnection(owner, { databaseId: idOf("rotated") })).connectionString;
  stranger = createId("database", random);
  await asCustomer(other.provisionerUrl, (client) => client.query(`CREATE ROLE ${stranger} LOGIN`));
  await asCustomer(here(former.same), (client) => client.query("ALTER ROLE CURRENT_USER SET work_mem = '7MB'"));
  const rotated = idOf("rotated");
  await (await operator.hosts.get(hostId)).withLock([rotated], async (session) => {
    await session.ensureFunctionRole(rotated, scramVerifier(KNOWN, random));
    await session.ensureReadRole(rotated, scramVerifier(KNOWN, random));
  });
  await hosts.stopOther();
  execFileSync("cp", ["-a", "--reflink=auto", data, kept]);
  await hosts.startOther();

  await rotateCredential(owner, { databaseId: idOf("rotated") });
  await deleteDatabase(owner, { databaseId: idOf("dropped") });
  await rotateCredential(owner, { databaseId: idOf("deleted") });
  await deleteDatabase(keeping, { databaseId: idOf("deleted") });
  await pooled("same");
  later = await hosts.make("later");
  await setEmbedded("active");
  await hosts.move(idOf("moved"), { hostId: service.hostId });
  await hosts.stopOther();
  rmSync(data, { recursive: true });
  execFileSync("mv", [kept, data]);
  await hosts.startOther();
});

afterAll(() => hosts.close());

describe("after a host went back to an earlier time", () => {
  it("former passwords work again and present ones don't, until its logins are renewed", async () => {
    for (const url of Object.values(former)) expect(await refusalOf(here(url))).toBeNull();
    expect(await refusalOf(as(functionRoleOf(idOf("rotated")), KNOWN, "rotated"))).toBeNull();
    expect(await refusalOf(await present("rotated"))).toBe(WRONG_PASSWORD);
    const strings: Record<string, string> = { rotated: await present("rotated"), ...(await readPooled()) };

    await asCustomer(here(former.rotated), async (session) => {
      const renewed = await withoutCustomers(() => renew());
      expect(renewed).toEqual({
        name: "other",
        renewed: ["rotated", "same", "deleted"].map(idOf).sort(),
        failed: [{ databaseId: later, reason: "It isn't on the host." }],
        dropped: ["pooled", "shell"].map((name) => new URL(former[name] ?? "").username).sort(),
        barred: ["dropped", "moved"].map(idOf).sort(),
        unknown: [stranger],
      });
      await expect(session.query("SELECT 1")).rejects.toThrow();
    });

    expect(await refusalOf(here(former.rotated))).toBe(WRONG_PASSWORD);
    expect(await refusalOf(here(strings.rotated))).toBeNull();
    expect(await refusalOf(here(former.same))).toBeNull();
    expect(await refusalOf(await present("deleted"))).toBe(NO_LOGIN);
    for (const name of ["dropped", "moved", "pooled", "shell"]) {
      expect(await refusalOf(here(former[name]))).toBe(NO_LOGIN);
    }
    for (const role of [functionRoleOf, readRoleOf]) {
      expect(await refusalOf(as(role(idOf("rotated")), KNOWN, "rotated"))).toBe(WRONG_PASSWORD);
    }
    for (const name of ["rotated", "same"]) {
      expect(await refusalOf(here(strings[`pooled ${name}`]))).toBeNull();
      expect(new URL(await pooled(name)).username).toBe(new URL(strings[`pooled ${name}`] ?? "").username);
    }
  });

  it("settings that a role made for itself stay, and nothing is done to an unknown role", async () => {
    const { rows } = await asCustomer(await present("same"), (client) => client.query("SHOW work_mem"));
    expect(rows).toEqual([{ work_mem: "7MB" }]);
    expect(await onHost("SELECT rolcanlogin AS may FROM pg_roles WHERE rolname = $1", [stranger])).toEqual([
      { may: true },
    ]);
  });

  it("a second run finds nothing more to drop, and leaves everything as it is", async () => {
    const pooledStrings = await readPooled();
    expect(await renew()).toMatchObject({
      ...{ renewed: ["rotated", "same", "deleted"].map(idOf).sort(), dropped: [] },
      barred: ["dropped", "moved"].map(idOf).sort(),
    });
    expect(await refusalOf(await present("rotated"))).toBeNull();
    expect(await readPooled()).toEqual(pooledStrings);
    for (const url of Object.values(pooledStrings)) expect(await refusalOf(here(url))).toBeNull();
  });

  it("a deleted database has its present password once it's brought back", async () => {
    const databaseId = idOf("deleted");
    await bringBackDatabase(keeping, { organisationId: organisation.id, databaseId, name: "back" });
    expect(await refusalOf(await present("deleted"))).toBeNull();
    expect(await refusalOf(here(former.deleted))).toBe(WRONG_PASSWORD);
  });

  it("viewers get in again, by a password that is given when it's needed", async () => {
    const session = await openReaderSession(
      owner,
      { id: idOf("rotated"), hostId },
      { applicationName: "viewer", statementTimeoutMs: 5_000, settings: {} },
    );
    await session.close();
  });
});

describe("renewing logins", () => {
  it("is on record, and the operator's alone", async () => {
    const events = await service.db.auditEvent.findMany({ where: { action: "host.renew_logins" } });
    expect(events[0]).toMatchObject({ targetId: hostId, organisationId: "service", data: { name: "other" } });
    await expect(renew(owner)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(renewLogins(operator, { hostId: "host_other" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("leaves out a database that the guard keeps closed, and gives it its password for later", async () => {
    const guard = await writeAsGuard(other);
    await guard.restrict({ databaseId: idOf("same"), state: "closed" });
    await onHost(`ALTER ROLE ${idOf("same")} NOLOGIN`);
    expect((await renew()).renewed).toContain(idOf("same"));
    expect(await refusalOf(await present("same"))).toBe(NO_LOGIN);
    await guard.lift(idOf("same"));
    await renew();
    expect(await refusalOf(await present("same"))).toBeNull();
  });

  it("names a database that an operation is changing", async () => {
    const databaseId = idOf("same");
    const subject = { organisationId: organisation.id, databaseId, hostId, createdAt: new Date() };
    const id = createId("operation", random);
    await service.db.operation.create({ data: { ...subject, id, kind: "rotate" } });
    const { failed, renewed } = await renew();
    expect(failed).toContainEqual({ databaseId, reason: "The database is being changed." });
    expect(renewed).not.toContain(databaseId);
    await service.db.operation.delete({ where: { id } });
  });

  it("is finished by the next run after a crash in the middle of a database", async () => {
    await onHost(`ALTER ROLE ${idOf("same")} PASSWORD 'an earlier one' NOLOGIN`);
    const crashPoint = () => expect.fail("the process has ended");
    const crashed = await renew(await service.context(operator.actor, { crashPoint }));
    expect(crashed.renewed).toEqual([]);
    expect(await refusalOf(await present("same"))).toBe(NO_LOGIN);
    expect((await renew()).renewed).toContain(idOf("same"));
    expect(await refusalOf(await present("same"))).toBeNull();
  });

  it("by command tells of each database that failed and exits with 1, and with 0 once there is none", async () => {
    const run = (...args: string[]) => runCommand({ ctx: operator as ServiceContext }, "host", "renew-logins", ...args);
    const failed = await run("other");
    expect(failed).toMatchObject({ exitCode: 1, stderr: "" });
    expect(failed.stdout).toContain("other: 3 databases have their present passwords.\n");
    expect(failed.stdout).toContain(`  ${later}: NOT renewed. It isn't on the host.\n`);
    expect(failed.stdout).toContain(`  ${stranger}: unknown to the control plane; left alone\n`);
    expect(failed.stdout).toContain(`  ${idOf("moved")}: not on this host by the control plane`);
    await deleteDatabase(owner, { databaseId: later });
    expect(await run("other", "--json")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("says why when the host refuses the provisioner or doesn't answer, and changes nothing", async () => {
    const wrong = Object.assign(new URL(other.provisionerUrl), { password: "an-earlier-one" }).href;
    const place = { table: "host", column: "provisioner_url", rowId: hostId };
    const sealed = { provisionerUrl: service.sealer.seal(wrong, place) };
    await service.db.host.update({ where: { id: hostId }, data: sealed, select: { id: true } });
    await expect(renew()).rejects.toThrow("The host refuses the provisioner: check its password");
    await hosts.stopOther();
    const run = await runCommand({ ctx: operator as ServiceContext }, "host", "renew-logins", "other");
    expect(run).toMatchObject({ exitCode: 1, stdout: "", stderr: "error: The database's host doesn't respond.\n" });
    await hosts.startOther();
    expect((await renew()).failed).toEqual([]);
  });
});

/** Does work while pg_hba.conf lets the provisioner in alone. The server reads it anew some time after it was told to. */
async function withoutCustomers<T>(work: () => Promise<T>): Promise<T> {
  const file = join(folder, "configuration", "other", "pg_hba.conf");
  const rules = await readFile(file, "utf8");
  await writeFile(file, rules.replaceAll(/^host same.*\n/gm, ""));
  await onHost("SELECT pg_reload_conf()");
  await expect.poll(() => refusalOf(here(former.same))).toBe(NO_LOGIN);
  const result = await work();
  await writeFile(file, rules);
  await onHost("SELECT pg_reload_conf()");
  await expect.poll(() => refusalOf(here(former.same))).toBeNull();
  return result;
}

/** Returns the stored pooled strings: revealing one would make its role anew. */
async function readPooled(): Promise<Record<string, string>> {
  const strings: Record<string, string> = {};
  for (const name of ["rotated", "same"]) {
    const where = { databaseId: idOf(name), expiresAt: null };
    const { id } = await service.db.shellRole.findFirstOrThrow({ where, select: { id: true } });
    strings[`pooled ${name}`] = Object.assign(new URL(await present(name)), { username: id }).href;
  }
  return strings;
}

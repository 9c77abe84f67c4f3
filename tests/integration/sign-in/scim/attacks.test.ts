import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { revokeScimToken } from "@/lib/sign-in/scim/tokens/revoke";
import { rotateScimToken } from "@/lib/sign-in/scim/tokens/rotate";
import { acceptSession, lookUpSession } from "@/lib/sign-in/sessions/find-active";
import { banUser } from "@/lib/sign-in/users/ban";
import { endDueBans } from "@/lib/sign-in/users/end-due-bans";
import type { InProcessServer } from "@/tests/support/in-process-server";
import { type AskScim, directoryOf, makeDirectory, newPerson, patchOf } from "@/tests/support/scim";
import { signUp } from "@/tests/support/sign-in";
import { connect, DOMAIN, operatorOf, signInAt } from "@/tests/support/sso";
import { nextRequest, otherBrowser } from "@/tests/support/test-browser";

let server: InProcessServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function setUp() {
  const directory = await makeDirectory();
  server = directory.server;
  return directory;
}

const active = (value: unknown) => patchOf({ op: "replace", path: "active", value });

describe("attacks on SCIM", () => {
  it("SCIM SC-01: the token of another connection or project reaches nothing", async () => {
    const first = await setUp();
    const { ctx, server, ask } = first;
    const { id } = (await ask("POST", "/Users", newPerson())).json;
    const group = (await ask("POST", "/Groups", { displayName: "Everyone", members: [{ value: id }] })).json;
    const { connection } = await connect(ctx, { domain: "other.example" });
    const beside = { projectId: ctx.project.id, connectionId: connection.id };
    const { secret } = await createScimToken(operatorOf(ctx), beside);
    const elsewhere = await makeDirectory();
    const strangers: AskScim[] = [directoryOf(server, secret), directoryOf(server, elsewhere.secret)];
    for (const stranger of strangers) {
      for (const path of [`/Users/${id}`, `/Groups/${group.id}`]) {
        const requests: [string, unknown?][] = [["GET"], ["PUT", newPerson({ displayName: "Mine" })], ["DELETE"]];
        for (const [method, body] of [
          ...requests,
          ["PATCH", patchOf({ op: "replace", path: "displayName", value: "Mine" })] as [string, unknown],
        ]) {
          const reply = await stranger(method, path, body);
          expect([path, method, reply.status]).toEqual([path, method, 404]);
        }
      }
      expect((await stranger("GET", `/Users?filter=${encodeURIComponent(`id eq "${id}"`)}`)).json.totalResults).toBe(0);
      expect((await stranger("GET", "/Groups")).json.totalResults).toBe(0);
      const taken = await stranger("POST", "/Groups", { displayName: "Theirs", members: [{ value: id }] });
      expect(taken).toMatchObject({ status: 400, json: { scimType: "invalidValue" } });
    }
    await elsewhere.server.close();
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id } })).bannedAt).toBeNull();
  });

  it("SCIM SC-02: an address outside the verified domains is refused, however it is said", async () => {
    const { ask, ctx, address } = await setUp();
    const foreign = [
      newPerson({ emails: [{ value: "ada@other.example", primary: true }] }),
      newPerson({ emails: [{ value: `ada@${DOMAIN}` }, { value: "ada@other.example", primary: true }] }),
      newPerson({ emails: undefined, userName: "ada@other.example" }),
      newPerson({ emails: [{ value: `ada@${DOMAIN}.evil.example` }] }),
      newPerson({ emails: [{ value: `ada@sub.${DOMAIN}` }] }),
    ];
    for (const person of foreign) {
      const reply = await ask("POST", "/Users", person);
      expect(reply).toMatchObject({ status: 400, json: { scimType: "invalidValue", code: "foreign_email_domain" } });
    }
    const odd = [`"a@${DOMAIN}"@other.example`, `ada@other.example,ada@${DOMAIN}`, `ada@other.example\n@${DOMAIN}`];
    for (const value of odd) {
      expect((await ask("POST", "/Users", newPerson({ emails: [{ value }] }))).status).toBe(400);
    }
    const { id } = (await ask("POST", "/Users", newPerson())).json;
    const moves = [
      patchOf({ op: "replace", path: 'emails[type eq "work"].value', value: "ada@other.example" }),
      patchOf({ op: "add", path: "emails", value: [{ value: "ada@other.example", primary: true }] }),
      patchOf({ op: "replace", value: { emails: [{ value: "ada@other.example" }] } }),
    ];
    for (const body of moves) expect((await ask("PATCH", `/Users/${id}`, body)).json.code).toBe("foreign_email_domain");
    await ctx.db.ssoDomain.updateMany({ where: { connectionId: address.connectionId }, data: { verifiedAt: null } });
    expect((await ask("POST", "/Users", newPerson())).json.code).toBe("foreign_email_domain");
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });

  it("SCIM SC-03: nobody of another domain is taken over, nor who has since taken an address elsewhere", async () => {
    const { ask, ctx, idp, connection } = await setUp();
    const victim = await signUp(otherBrowser(ctx), `victim-${process.pid}@other.example`);
    const claim = newPerson({ id: victim.id, userName: victim.email });
    const made = await ask("POST", "/Users", claim);
    expect(made.status).toBe(201);
    expect(made.json.id).not.toBe(victim.id);
    const put = await ask("PUT", `/Users/${victim.id}`, newPerson());
    expect(put.status).toBe(404);
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id: victim.id } })).toMatchObject({
      email: victim.email,
      name: "Ada",
      bannedAt: null,
    });
    const person = newPerson();
    const { id } = (await ask("POST", "/Users", person)).json;
    await signInAt(ctx, { idp, connection }, { nameId: "n", email: person.userName });
    await ctx.db.user.update({ where: { id }, data: { email: `free-${process.pid}@private.example` } });
    await ctx.db.session.create({
      data: {
        ...(await ctx.db.session.findFirstOrThrow({ where: { userId: id } })),
        ...{ id: `ses_${id.slice(4)}`, factors: ["password"], tokenHash: randomBytes(32) },
      },
    });
    const back = await ask("PUT", `/Users/${id}`, { ...person, displayName: "Taken" });
    expect(back.status).toBe(200);
    await ask("PATCH", `/Users/${id}`, active(false));
    const user = await ctx.db.user.findUniqueOrThrow({ where: { id } });
    expect(user).toMatchObject({ email: `free-${process.pid}@private.example`, bannedAt: null });
    expect(user.name).not.toBe("Taken");
    expect(await ctx.db.session.findMany({ where: { userId: id } })).toMatchObject([{ factors: ["password"] }]);
  });

  it("SCIM SC-04: filters and documents stay data, and giant or nested ones are refused", async () => {
    const { ask, ctx } = await setUp();
    const person = newPerson();
    const { id } = (await ask("POST", "/Users", person)).json;
    const find = (filter: string) => ask("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    for (const value of ["x' or '1'='1", "x') or true --", "%", "_", '\\"; drop table end_user; --', "x\u2028"]) {
      const { status, json } = await find(`userName eq ${JSON.stringify(value)}`);
      expect([value, status, json.totalResults]).toEqual([value, 200, 0]);
    }
    expect((await find('userName sw "%"')).json.totalResults).toBe(0);
    const refused = [
      "",
      "userName",
      'userName eq "a" or',
      "userName eq a",
      'userName zz "a"',
      'password eq "a"',
      '__proto__ eq "a"',
      'constructor.name eq "a"',
      'userName eq "a\0b"',
      `${"(".repeat(40)}userName eq "a"${")".repeat(40)}`,
      `${"not (".repeat(20)}userName eq "a"${")".repeat(20)}`,
      Array.from({ length: 40 }, () => 'userName eq "a"').join(" or "),
      `userName eq "${"a".repeat(4_000)}"`,
      "userName eq 1",
      'active eq "perhaps"',
      'meta.created gt "never"',
    ];
    for (const filter of refused) {
      const { status, json } = await find(filter);
      expect([filter, status, json.scimType]).toEqual([filter, 400, "invalidFilter"]);
    }
    const hostile = `{"userName":"p-${process.pid}@${DOMAIN}","__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}`;
    expect((await ask("POST", "/Users", hostile)).status).toBe(201);
    const paths = [
      "__proto__.polluted",
      "constructor.prototype.polluted",
      "name.__proto__",
      'emails[__proto__ eq "a"].value',
    ];
    for (const path of paths) {
      const { status } = await ask("PATCH", `/Users/${id}`, patchOf({ op: "add", path, value: "yes" }));
      expect([path, [200, 400].includes(status)]).toEqual([path, true]);
    }
    await ask("PATCH", `/Users/${id}`, `{"Operations":[{"op":"add","value":{"__proto__":{"polluted":"yes"}}}]}`);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    const { attributes } = await ctx.db.scimUser.findFirstOrThrow({ where: { userId: id } });
    expect(JSON.stringify(attributes)).not.toContain("polluted");
    const large = [
      newPerson({ title: "x".repeat(5_000) }),
      newPerson({ emails: Array.from({ length: 60 }, (_, i) => ({ value: `a${i}@${DOMAIN}` })) }),
      newPerson({ phoneNumbers: Array.from({ length: 50 }, () => ({ value: "1".repeat(2_000) })) }),
      newPerson({ title: "a\u0000b" }),
      newPerson({ name: "Ada Lovelace", emails: "none" }),
      newPerson({ title: { deep: [] } }),
    ];
    for (const body of large) expect((await ask("POST", "/Users", body)).json.scimType).toBe("invalidValue");
    expect((await ask("POST", "/Users", "[1]")).json.scimType).toBe("invalidSyntax");
    expect((await ask("POST", "/Users", "{")).json.scimType).toBe("invalidSyntax");
    expect((await ask("POST", "/Users", newPerson({ title: "x".repeat(3_000_000) }))).status).toBe(413);
    expect((await ask("POST", "/Users", "a=b", { "content-type": "text/plain" })).status).toBe(415);
  });

  it("SCIM SC-05: a deactivated user's sessions end at once, and a ban's end doesn't let them in", async () => {
    const { ask, ctx, operator, idp, connection } = await setUp();
    const person = newPerson();
    const { id } = (await ask("POST", "/Users", person)).json;
    const browser = await signInAt(ctx, { idp, connection }, { nameId: "n", email: person.userName });
    const next = await nextRequest(browser);
    expect(acceptSession(next, await lookUpSession(next))?.user.id).toBe(id);
    await ask("PATCH", `/Users/${id}`, active("False"));
    expect(acceptSession(next, await lookUpSession(next))).toBeNull();
    const again = await signInAt(ctx, { idp, connection }, { nameId: "n", email: person.userName });
    expect(again.received.session ?? null).toBeNull();
    const users = { projectId: ctx.project.id, userId: id };
    const until = new Date(ctx.clock.now().getTime() + 1_000);
    await banUser(operator, { ...users, until });
    ctx.clock.advance(5_000);
    await endDueBans({ ...operator, clock: ctx.clock });
    const still = await ctx.db.user.findUniqueOrThrow({ where: { id } });
    expect(still).toMatchObject({ bannedUntil: null, deactivatedBy: connection.id });
    expect(still.bannedAt).not.toBeNull();
    await ask("PATCH", `/Users/${id}`, active(true));
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      bannedAt: null,
      deactivatedBy: null,
    });
    expect(acceptSession(next, await lookUpSession(next))).toBeNull();
  });

  it("SCIM SC-06: of concurrent and replayed changes none is lost or half done, and an old version is refused", async () => {
    const { ask } = await setUp();
    const { id, meta } = (await ask("POST", "/Users", newPerson())).json;
    const parts = Array.from({ length: 12 }, (_, i) => ({
      op: "add",
      path: "phoneNumbers",
      value: [{ type: `t${i}`, value: String(i) }],
    }));
    const replies = await Promise.all(parts.map((part) => ask("PATCH", `/Users/${id}`, patchOf(part))));
    expect(replies.map(({ status }) => status)).toEqual(parts.map(() => 200));
    const after = (await ask("GET", `/Users/${id}`)).json;
    expect(after.phoneNumbers).toHaveLength(parts.length);
    const replayed = await ask("PATCH", `/Users/${id}`, patchOf(...parts));
    expect(replayed.json.meta.version).toBe(after.meta.version);
    const change = patchOf({ op: "replace", path: "title", value: "x" });
    for (const [method, body] of [
      ["PATCH", change],
      ["PUT", newPerson()],
      ["DELETE", undefined],
    ] as const) {
      const stale = await ask(method, `/Users/${id}`, body, { "if-match": meta.version });
      expect([method, stale.status]).toEqual([method, 412]);
    }
    const fresh = await ask("PATCH", `/Users/${id}`, change, { "if-match": after.meta.version });
    expect(fresh.status).toBe(200);
    const both = patchOf(
      { op: "replace", path: "title", value: "half" },
      { op: "replace", path: "nonsense", value: 1 },
    );
    expect(await ask("PATCH", `/Users/${id}`, both)).toMatchObject({ status: 400, json: { scimType: "invalidPath" } });
    expect((await ask("GET", `/Users/${id}`)).json.title).toBe("x");
    const ids = [
      { op: "replace", path: "id", value: "usr_1" },
      { op: "add", path: "groups", value: [{ value: "g" }] },
    ];
    for (const each of ids) {
      const fixed = await ask("PATCH", `/Users/${id}`, patchOf(each));
      expect(fixed).toMatchObject({ status: 400, json: { scimType: "mutability" } });
    }
    const pathless = await ask("PATCH", `/Users/${id}`, patchOf({ op: "remove" }));
    expect(pathless).toMatchObject({ status: 400, json: { scimType: "noTarget" } });
    const group = (await ask("POST", "/Groups", { displayName: "G" })).json;
    const add = patchOf({ op: "add", path: "members", value: [{ value: id }] });
    const [one, two] = await Promise.all([
      ask("PATCH", `/Groups/${group.id}`, add),
      ask("PATCH", `/Groups/${group.id}`, add),
    ]);
    expect([one.status, two.status]).toEqual([204, 204]);
    const stale = await ask("PATCH", `/Groups/${group.id}`, add, { "if-match": group.meta.version });
    expect(stale.status).toBe(412);
    expect((await ask("GET", `/Groups/${group.id}`)).json.members).toHaveLength(1);
  });

  it("SCIM SC-07: only a valid token in Authorization counts, and guessing is limited", async () => {
    const { server, operator, address, secret, tokenId, ask } = await setUp();
    const none = directoryOf(server, null);
    for (const path of [`/Users?access_token=${secret}`, `/Users?token=${secret}`, "/Users", "/Schemas"]) {
      const reply = await none("GET", path);
      expect(reply).toMatchObject({ status: 401, json: { status: "401", code: "unauthorized" } });
      expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect((await none("GET", "/Users", undefined, { authorization: `Basic ${btoa(`x:${secret}`)}` })).status).toBe(
      401,
    );
    expect((await none("GET", "/Users", undefined, { cookie: `token=${secret}` })).status).toBe(401);
    const rotated = await rotateScimToken(operator, { ...address, tokenId, keepSeconds: 0 });
    expect((await ask("GET", "/Users")).status).toBe(401);
    const next = directoryOf(server, rotated.secret);
    expect((await next("GET", "/Users")).status).toBe(200);
    await revokeScimToken(operator, { ...address, tokenId: rotated.id });
    expect((await next("GET", "/Users")).status).toBe(401);
    const statuses: number[] = [];
    for (let i = 0; i < 30; i += 1)
      statuses.push((await directoryOf(server, `scim_coppice_${i}`)("GET", "/Users")).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.at(-1)).toBe(429);
    expect(server.logged.join("\n")).not.toContain(secret);
  });

  it("SCIM SC-08: pages, operations and members have limits, and a token a number of requests", async () => {
    const { ask, server } = await setUp();
    for (let i = 0; i < 3; i += 1) await ask("POST", "/Users", newPerson());
    const most = await ask("GET", "/Users?count=1000000");
    expect(most.json).toMatchObject({ totalResults: 3, itemsPerPage: 3 });
    expect((await ask("GET", "/Users?startIndex=-5&count=-1")).json).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    expect((await ask("GET", "/Users?startIndex=999999999")).json).toMatchObject({ totalResults: 3, Resources: [] });
    for (const query of ["count=abc", "startIndex=1e9", `attributes=${"a,".repeat(4_000)}`]) {
      expect((await ask("GET", `/Users?${query}`)).json.scimType).toBe("invalidValue");
    }
    const { id } = most.json.Resources[0];
    const many = Array.from({ length: 1_001 }, () => ({ op: "add", path: "title", value: "x" }));
    expect((await ask("PATCH", `/Users/${id}`, patchOf(...many))).json.scimType).toBe("invalidValue");
    const members = Array.from({ length: 10_001 }, (_, i) => ({ value: `usr_${i}` }));
    expect((await ask("POST", "/Groups", { displayName: "Big", members })).json.scimType).toBe("invalidValue");
    const reply = await ask("GET", "/ServiceProviderConfig");
    expect(reply.headers.get("ratelimit-policy")).toBe('"scim";q=15000;w=60');
    const limited = { consume: async () => ({ allowed: false, remaining: 0, resetSeconds: 7 }) };
    Object.assign(server.runtime, { rateLimiter: { ...server.runtime.rateLimiter, ...limited } });
    const refused = await ask("GET", "/Users");
    expect(refused).toMatchObject({ status: 429, json: { code: "rate_limited" } });
    expect(refused.headers.get("retry-after")).toBe("7");
  });
});

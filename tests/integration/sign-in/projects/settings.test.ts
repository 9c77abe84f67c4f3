import { describe, expect, it } from "vitest";
import { createProject } from "@/lib/sign-in/projects/create";
import { showProject } from "@/lib/sign-in/projects/show";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

async function setUp(settings: unknown = {}) {
  const organisation = await createOrganisation();
  const project = await insertProject(organisation, { settings });
  const ctx = await makeContext({ actor: organisation.member.owner });
  const address = { organisationId: organisation.id, projectId: project.id };
  return { ctx, address, project, change: (change: unknown) => updateSettings(ctx, { ...address, settings: change }) };
}

async function stored({ ctx, address }: Awaited<ReturnType<typeof setUp>>): Promise<unknown> {
  return (await ctx.db.project.findUniqueOrThrow({ where: { id: address.projectId } })).settings;
}

describe("settings of a project", () => {
  it("are kept as far as they differ from the defaults, and read with all of them", async () => {
    const made = await setUp();
    expect(await stored(made)).toEqual({});
    const { settings } = await made.change({
      password: { minLength: 12, maxLength: 90 },
      limits: { signUpPerAddress: { limit: 50 } },
      methods: { signUp: true },
    });
    expect(settings).toEqual({
      ...made.project.settings,
      password: { ...made.project.settings.password, minLength: 12, maxLength: 90 },
      limits: { ...made.project.settings.limits, signUpPerAddress: { limit: 50, windowSeconds: 60 } },
    });
    expect(await stored(made)).toEqual({
      password: { minLength: 12, maxLength: 90 },
      limits: { signUpPerAddress: { limit: 50 } },
    });
    expect(await showProject(made.ctx, made.address)).toMatchObject({ settings });
    await made.change({ password: { minLength: 8, maxLength: 128 } });
    expect(await stored(made)).toEqual({ limits: { signUpPerAddress: { limit: 50 } } });
    const changes = await made.ctx.db.auditEvent.findMany({
      where: { targetId: made.address.projectId, action: "project.update_settings" },
    });
    expect(changes.map((event) => event.data)).toEqual(
      expect.arrayContaining([
        { changed: ["password.minLength", "password.maxLength", "limits.signUpPerAddress.limit"] },
        { changed: ["password.minLength", "password.maxLength"] },
      ]),
    );
    expect(changes).toHaveLength(2);
    await made.change({ methods: { signUp: true } });
    expect(await made.ctx.db.auditEvent.count({ where: { targetId: made.address.projectId } })).toBe(3);
  });

  it("keep texts of one's own until a text or a language is null", async () => {
    const made = await setUp();
    const en = { "signIn.title": "Welcome back", "signUp.submit": "Join us" };
    await made.change({ brand: { texts: { en, de: { "signIn.title": "Willkommen" } } } });
    await made.change({ brand: { texts: { en: { "signIn.title": null } } } });
    const texts = { en: { "signUp.submit": "Join us" }, de: { "signIn.title": "Willkommen" } };
    expect(await stored(made)).toEqual({ brand: { texts } });
    await made.change({ brand: { texts: { en: { "signUp.submit": null }, de: null } } });
    expect(await stored(made)).toEqual({});
  });

  it.each([
    [{ colour: "red" }, "colour"],
    [{ password: { minlength: 12 } }, "minlength"],
    [{ password: { minLength: "12" } }, "password.minLength"],
    [{ password: { minLength: 7 } }, "password.minLength"],
    [{ password: { minLength: 100, maxLength: 90 } }, "password.minLength"],
    [{ password: null }, "password"],
    [{ password: [8] }, "password"],
    [{ token: { algorithm: "none" } }, "token.algorithm"],
    [{ token: { algorithm: "HS256" } }, "token.algorithm"],
    [{ session: { lifetimeSeconds: 3_600 } }, "session.refreshAfterSeconds"],
    [{ session: { lifetimeSeconds: 91 * 86_400 } }, "session.lifetimeSeconds"],
    [{ limits: { signInPerAddress: { limit: 0 } } }, "limits.signInPerAddress.limit"],
    [JSON.parse('{"__proto__":{"isAdmin":true}}'), "__proto__"],
    [JSON.parse('{"password":{"__proto__":{"minLength":1}}}'), "__proto__"],
    [{ constructor: {} }, "constructor"],
    [null, ""],
    ["text", ""],
    [[], ""],
  ])("refuse %j, name the fault, and change nothing", async (change, named) => {
    const made = await setUp({ password: { minLength: 10 } });
    const refusal = await made.change(change).then(
      () => null,
      (error: { code: string; message: string; details: { path: string; message: string }[] }) => error,
    );
    expect(refusal).toMatchObject({ code: "invalid_request" });
    expect(refusal?.message).toContain(named);
    expect(refusal?.details.length).toBeGreaterThan(0);
    expect(await stored(made)).toEqual({ password: { minLength: 10 } });
    expect(await made.ctx.db.auditEvent.count({ where: { targetId: made.address.projectId } })).toBe(1);
  });

  it("lose neither of two changes that are made at once", async () => {
    const made = await setUp();
    await Promise.all([
      made.change({ password: { minLength: 10 } }),
      made.change({ password: { requireDigit: true } }),
      made.change({ requireVerifiedEmail: true }),
      made.change({ token: { algorithm: "ES256" } }),
    ]);
    expect(await stored(made)).toEqual({
      password: { minLength: 10, requireDigit: true },
      requireVerifiedEmail: true,
      token: { algorithm: "ES256" },
    });
  });

  it("that do not fit the schema are never half-read", () => {
    expect(() => readSettings({ password: { minLength: 1 } })).toThrow();
    expect(() => readSettings({ unknown: 1 })).toThrow();
    expect(() => readSettings("{}")).toThrow();
  });
});

describe("allowed origins and redirect addresses", () => {
  it.each([
    "https://app.example.com",
    "https://app.example.com:8443",
    "https://tenant.github.io",
    "https://192.0.2.1",
    "https://[2001:db8::1]",
    "http://localhost:3000",
    "http://app.localhost",
    "http://127.0.0.1:5173",
    "http://[::1]:3000",
  ])("CS-08: %s is an origin", async (origin) => {
    const { project } = await setUp({ allowedOrigins: [origin] });
    expect(project.settings.allowedOrigins).toEqual([origin]);
  });

  it.each([
    "*",
    "https://*",
    "https://*.app.test",
    "https://app.*",
    "http://*.localhost",
    "https://co.uk",
    "https://com",
    "https://github.io",
    "https://github.io:8443",
    "http://app.example.com",
    "http://127.evil.com",
    "http://localhost.evil.com",
    "https://app.example.com/",
    "https://app.example.com/path",
    "https://app.example.com:443",
    "https://APP.example.com",
    "https://app.example.com.",
    "https://user@app.example.com",
    "https://.localhost",
    "app.example.com",
    "ftp://app.example.com",
    "javascript:alert(1)",
    "file://",
    "null",
    "",
    "https://app.example.com\u0000",
  ])("CS-08: %j is none, at making and at changing", async (origin) => {
    const made = await setUp();
    const settings = { allowedOrigins: ["https://ok.example.com", origin] };
    const refusal = { code: "invalid_request", details: [expect.objectContaining({ path: "allowedOrigins.1" })] };
    await expect(made.change(settings)).rejects.toMatchObject(refusal);
    const { organisationId } = made.address;
    await expect(createProject(made.ctx, { organisationId, name: "Other", settings })).rejects.toMatchObject(refusal);
    expect(await stored(made)).toEqual({});
  });

  it("CS-08: a redirect address is exact and of an allowed origin", async () => {
    const made = await setUp({ allowedOrigins: ["https://a.example", "http://localhost:3000"] });
    const good = ["https://a.example", "https://a.example/", "https://a.example/done?x=1", "http://localhost:3000/cb"];
    expect((await made.change({ redirectAddresses: good })).settings.redirectAddresses).toEqual(good);
    const wrong = [
      "https://b.example/done",
      "https://a.example.evil.com/",
      "https://a.example:8443/",
      "http://a.example/",
      "https://a.example/*",
      "https://*.a.example/",
      "https://a.example/#fragment",
      "https://user:pass@a.example/",
      "https://a.example/../done",
      "https://a.example\\@evil.com/",
      "//a.example/",
      "/done",
      "myapp://done",
      "javascript:alert(1)",
    ];
    for (const address of wrong) {
      await expect(made.change({ redirectAddresses: [address] })).rejects.toMatchObject({
        code: "invalid_request",
        details: expect.arrayContaining([expect.objectContaining({ path: "redirectAddresses.0" })]),
      });
    }
    expect((await showProject(made.ctx, made.address)).settings.redirectAddresses).toEqual(good);
  });

  it("CS-08: an origin that a redirect address needs cannot be taken away under it", async () => {
    const made = await setUp({ allowedOrigins: ["https://a.example"], redirectAddresses: ["https://a.example/done"] });
    await expect(made.change({ allowedOrigins: [] })).rejects.toMatchObject({
      details: [{ path: "redirectAddresses.0", message: "must be of one of the allowed origins" }],
    });
    expect(await made.change({ allowedOrigins: [], redirectAddresses: [] })).toMatchObject({
      settings: { allowedOrigins: [], redirectAddresses: [] },
    });
  });
});

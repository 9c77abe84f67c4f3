import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD_COST, setPasswordCost, verifyPassword } from "@/lib/core/crypto/password";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { Email } from "@/lib/core/user-fields";
import { ensureDashboardProject } from "@/lib/people/accounts/dashboard-project";
import { authenticateManagementKey } from "@/lib/people/api-keys/authenticate";
import { type Bootstrap, bootstrapOperatorOrganisation, formatBootstrap } from "@/lib/people/organisations/bootstrap";
import { listOrganisations } from "@/lib/people/organisations/list";
import { listProjects } from "@/lib/sign-in/projects/list";
import { makeContext } from "@/tests/support/context";
import { emptyControlContext } from "@/tests/support/control-database";

beforeAll(() => setPasswordCost(PASSWORD_COST));

const run = promisify(execFile);
const url = "http://localhost:3000";
const input = { url, isDevelopment: true, announce: () => undefined };

describe("the first run", () => {
  let ctx: Awaited<ReturnType<typeof emptyControlContext>>;
  let results: (Bootstrap | null)[];

  beforeAll(async () => {
    ctx = await emptyControlContext();
    await ensureDashboardProject(ctx, { isSignUpOpen: true });
    results = await Promise.all([1, 2, 3, 4].map(() => bootstrapOperatorOrganisation(ctx, input)));
  });

  function bootstrap(): Bootstrap {
    const made = results.find((result) => result !== null);
    if (!made) throw new Error("no bootstrap made anything");
    return made;
  }

  it("makes one organisation when four happen at once, and a later one makes nothing", async () => {
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await bootstrapOperatorOrganisation(ctx, input)).toBeNull();
    expect(await listOrganisations(ctx)).toEqual([
      expect.objectContaining({
        id: bootstrap().values.COPPICE_ORG_ID,
        plan: "team",
        managementApi: true,
        functions: true,
      }),
    ]);
  });

  it("gives a key that is organisation-wide, read-write and the owner's", async () => {
    const { values } = bootstrap();
    expect(await authenticateManagementKey(ctx, `Bearer ${values.COPPICE_MANAGEMENT_KEY}`)).toMatchObject({
      organisationId: values.COPPICE_ORG_ID,
      role: "owner",
      databaseId: null,
      readOnly: false,
      managementApi: true,
    });
  });

  it("gives a project that lets in its own origin and apps in development, and a public key of it", async () => {
    const { values } = bootstrap();
    const found = await ctx.signIn.projectKeys.find(hashSecretText(values.COPPICE_PUBLIC_KEY));
    expect(found).toMatchObject({
      kind: "public",
      scope: "read-write",
      project: {
        id: values.COPPICE_PROJECT_ID,
        status: "active",
        settings: { allowedOrigins: [url, "http://localhost:3001", "http://localhost:5173"] },
      },
    });
    expect(await listProjects(ctx, { organisationId: values.COPPICE_ORG_ID })).toEqual([
      expect.objectContaining({ id: values.COPPICE_PROJECT_ID }),
    ]);
  });

  it.each([
    ["no origin in production where it is reached by http on a network", "http://192.0.2.1:3000", []],
    ["its own origin alone in production", "https://id.example.com", ["https://id.example.com"]],
  ])("lets in %s", async (_title, own, allowedOrigins) => {
    const empty = await emptyControlContext();
    await ensureDashboardProject(empty, { isSignUpOpen: true });
    const made = await bootstrapOperatorOrganisation(empty, { ...input, url: own, isDevelopment: false });
    const found = await empty.signIn.projectKeys.find(hashSecretText(made?.values.COPPICE_PUBLIC_KEY ?? ""));
    expect(found?.project.settings.allowedOrigins).toEqual(allowedOrigins);
  });

  it("keeps nothing when the credentials could not be shown", async () => {
    const own = await emptyControlContext();
    await ensureDashboardProject(own, { isSignUpOpen: true });
    const refuse = () => {
      throw new Error("no terminal");
    };
    await expect(bootstrapOperatorOrganisation(own, { ...input, announce: refuse })).rejects.toThrow("no terminal");
    expect(await listOrganisations(own)).toEqual([]);
    const shown: Bootstrap[] = [];
    const made = await bootstrapOperatorOrganisation(own, {
      ...input,
      announce: (bootstrap) => void shown.push(bootstrap),
    });
    expect(shown).toEqual([made]);
  });

  it("gives an owner with an account of the dashboard, whose password is kept as an Argon2id hash only", async () => {
    const { values } = bootstrap();
    const select = { role: true, user: { include: { project: true, accounts: { select: { passwordHash: true } } } } };
    const { role, user } = await ctx.db.member.findFirstOrThrow({ select });
    expect(role).toBe("owner");
    expect(user).toMatchObject({ email: values.COPPICE_OWNER_EMAIL, emailVerified: true });
    expect(user.project).toMatchObject({ builtInAs: "dashboard", organisationId: null });
    const hash = user.accounts[0]?.passwordHash ?? null;
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, values.COPPICE_OWNER_PASSWORD)).toBe(true);
  });

  it("prints an address that the sign-in takes", () => {
    expect(Email.safeParse(bootstrap().values.COPPICE_OWNER_EMAIL).success).toBe(true);
  });

  it("leaves a trace of every step and no secret in it", async () => {
    const events = await ctx.db.auditEvent.findMany();
    expect(events.map((event) => event.action).sort()).toEqual([
      "key.create",
      "member.add",
      "organisation.create",
      ...["organisation.set_flag", "organisation.set_flag"],
      "project.create",
      "project.create",
      "project_key.create",
    ]);
    const { values } = bootstrap();
    for (const secret of [values.COPPICE_MANAGEMENT_KEY, values.COPPICE_PUBLIC_KEY, values.COPPICE_OWNER_PASSWORD]) {
      expect(JSON.stringify(events)).not.toContain(secret);
    }
  });

  it("prints NAME=value lines and says that the management API is switched on", () => {
    const text = formatBootstrap(bootstrap());
    for (const [name, value] of Object.entries(bootstrap().values)) expect(text).toContain(`\n${name}=${value}\n`);
    expect([...text.matchAll(/^(COPPICE_\w+)=\S+$/gm)].map((match) => match[1])).toEqual([
      "COPPICE_URL",
      "COPPICE_ORG_ID",
      "COPPICE_MANAGEMENT_KEY",
      "COPPICE_PROJECT_ID",
      "COPPICE_PUBLIC_KEY",
      "COPPICE_OWNER_EMAIL",
      "COPPICE_OWNER_PASSWORD",
    ]);
    expect(text).toContain("switched on its management API");
  });

  it("prints a curl line that bash splits into the intended request", async () => {
    const { curl, values } = bootstrap();
    const { stdout } = await run("bash", ["-c", `curl() { printf '%s\\n' "$@"; }; ${curl}`]);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "-sS",
      "-X",
      "POST",
      `${url}/api/v1/databases`,
      "-H",
      `authorization: Bearer ${values.COPPICE_MANAGEMENT_KEY}`,
      "-H",
      "content-type: application/json",
      "-d",
      '{"name":"first"}',
    ]);
  });

  it("is the operator's alone", async () => {
    const anonymous = await makeContext({ actor: { kind: "anonymous", id: "-" } });
    await expect(bootstrapOperatorOrganisation(anonymous, input)).rejects.toMatchObject({
      code: "missing_permission",
    });
  });
});

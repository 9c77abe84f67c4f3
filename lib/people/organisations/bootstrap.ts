import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { SERVICE } from "@/lib/core/service";
import { createKey } from "@/lib/people/api-keys/create";
import { addMember } from "@/lib/people/members/add";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createProject } from "@/lib/sign-in/projects/create";
import { Origin } from "@/lib/sign-in/projects/settings";
import { createOrganisation } from "./create";
import { ORGANISATION_FLAGS, setFlag } from "./set-flag";

/** The sign-in accepts this address, and no mail to it ever leaves the machine (RFC 6761 section 6.3). */
const OWNER_EMAIL = `owner@${SERVICE.slug}.localhost`;

/** The origins of `next dev` and `vite`; Next takes the second port while the service has the first. */
const DEVELOPMENT_ORIGINS = ["http://localhost:3000", "http://localhost:3001", "http://localhost:5173"];

interface BootstrapInput {
  /** The origin of the service has no slash at the end. */
  url: string;
  /** In development, the first project lets apps on the developer's machine in. */
  isDevelopment: boolean;
  /** Shows the credentials. They are kept only where this returns, so that none is kept that nobody has seen. */
  announce(bootstrap: Bootstrap): void;
}

export interface Bootstrap {
  /** The operator sees these values only this once, printed under these names. */
  values: {
    COPPICE_URL: string;
    COPPICE_ORG_ID: string;
    COPPICE_MANAGEMENT_KEY: string;
    COPPICE_PROJECT_ID: string;
    COPPICE_PUBLIC_KEY: string;
    COPPICE_OWNER_EMAIL: string;
    COPPICE_OWNER_PASSWORD: string;
  };
  /** The command creates a database and runs in bash. */
  curl: string;
}

/**
 * On the first run, makes the operator's own organisation with its owner, a management key and a project with a public
 * key. The project of the dashboard's accounts must exist. Returns `null` when there is an organisation already; of two
 * first runs at once, only one makes it.
 */
export async function bootstrapOperatorOrganisation(ctx: Context, input: BootstrapInput): Promise<Bootstrap | null> {
  requireOperator(ctx);
  if (!(await isFirstRun(ctx))) return null;
  return withAdvisoryLock(ctx, "coppice/bootstrap", async (tx) => {
    if (!(await isFirstRun(tx))) return null;
    const organisation = await createOrganisation(tx, { name: "Operator", plan: "team", hostKind: "shared" });
    for (const flag of ORGANISATION_FLAGS) await setFlag(tx, { organisationId: organisation.id, flag, isOn: true });
    const owner = await addMember(tx, {
      organisationId: organisation.id,
      email: OWNER_EMAIL,
      role: "owner",
    });
    const key = await createKey(tx, {
      organisationId: organisation.id,
      memberId: owner.id,
      name: "First key",
      databaseId: null,
      readOnly: false,
      expiresAt: null,
    });
    const { project, publicKey } = await makeFirstProject(tx, organisation.id, input);
    const bootstrap: Bootstrap = {
      values: {
        COPPICE_URL: input.url,
        COPPICE_ORG_ID: organisation.id,
        COPPICE_MANAGEMENT_KEY: key.secret,
        COPPICE_PROJECT_ID: project.id,
        COPPICE_PUBLIC_KEY: publicKey.secret,
        COPPICE_OWNER_EMAIL: owner.email,
        COPPICE_OWNER_PASSWORD: owner.password ?? "",
      },
      curl: curlLine(input.url, key.secret),
    };
    input.announce(bootstrap);
    return bootstrap;
  });
}

/** The service's own address may be none that is allowed, such as http on a network. */
async function makeFirstProject(tx: Context, organisationId: string, { url, isDevelopment }: BootstrapInput) {
  const origins = [...(Origin.safeParse(url).success ? [url] : []), ...(isDevelopment ? DEVELOPMENT_ORIGINS : [])];
  const settings = { allowedOrigins: [...new Set(origins)] };
  const project = await createProject(tx, { organisationId, name: "First project", settings });
  const publicKey = await createPublicKey(tx, {
    organisationId,
    projectId: project.id,
    name: "First key",
    scope: "read-write",
    expiresAt: null,
  });
  return { project, publicKey };
}

/** Returns `NAME=value` lines between two rules, for a person and a script alike. */
export function formatBootstrap({ values, curl }: Bootstrap): string {
  const rule = "-".repeat(72);
  return [
    "First run: created your own organisation with one project, and switched on its management API.",
    "These lines are shown only once. Save them now.",
    rule,
    ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
    rule,
    "Create a database:",
    `  ${curl}`,
    "",
  ].join("\n");
}

export async function isFirstRun(ctx: Context): Promise<boolean> {
  requireOperator(ctx);
  return (await ctx.db.organisation.findFirst({ select: { id: true } })) === null;
}

/** The origin and the key hold no character that the shell would interpret. */
function curlLine(url: string, secret: string): string {
  return [
    `curl -sS -X POST ${url}/api/v1/databases`,
    `-H 'authorization: Bearer ${secret}'`,
    "-H 'content-type: application/json'",
    `-d '{"name":"first"}'`,
  ].join(" ");
}

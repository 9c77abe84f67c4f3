import { z } from "zod";
import type { CommandSession } from "@/lib/cli/command-line";
import { project } from "@/lib/cli/define/places";
import { FRAMEWORKS, type Framework, type FrameworkName } from "@/lib/cli/snippets/frameworks";
import { installCommand, readExample } from "@/lib/cli/snippets/read-example";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { requirePublicKey } from "@/lib/sign-in/project-keys/require-public-key";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import type { ProjectDetails } from "@/lib/sign-in/projects/resource";
import { Origin } from "@/lib/sign-in/projects/settings";
import { showProject } from "@/lib/sign-in/projects/show";

const SESSION_SECRET_LENGTH = 43;

const NAMES = Object.keys(FRAMEWORKS) as [FrameworkName, ...FrameworkName[]];

const SnippetsInput = z.object({
  ...{ framework: z.enum(NAMES), origin: z.string().optional(), publicKey: z.string().optional() },
});

export const snippetsCommand = project.verb("snippets", {
  description:
    "Print everything that adds a project's sign-in to an app: the package, the settings and complete files. Without --public-key, it creates a key.",
  examples: ["--framework next", "--framework vite --origin https://shop.example.com --public-key pk_coppice_auth_…"],
  input: SnippetsInput,
  options: {
    framework: "<name>  the framework of the app",
    origin: "where the app runs; the framework's default on this machine if not given",
    publicKey: "<key>  a public key of the project to use instead of a new one",
  },
  run: (_ctx, input, { session }) => collect(session, input),
  print: describeSnippets,
});

async function collect(
  { ctx, environment }: CommandSession,
  { organisationId, projectId, ...options }: ProjectAddress & z.output<typeof SnippetsInput>,
) {
  const address = { organisationId, projectId };
  const framework: Framework = FRAMEWORKS[options.framework];
  const serviceUrl = environment.url;
  const [first = ""] = framework.origins.filter((origin) => origin !== serviceUrl);
  const appOrigin = Origin.parse(options.origin ?? first);
  const shown = await showProject(ctx, address);
  const files = await Promise.all(framework.files.map((path) => readExample(framework.folder, path)));
  const key = framework.needsPublicKey ? await keyFor(ctx, address, framework, options.publicKey) : null;
  const values = {
    projectId,
    publicKey: key?.secret ?? "",
    serviceUrl,
    appOrigin,
    sessionSecret: randomBase62(SESSION_SECRET_LENGTH, ctx.random),
  };
  return {
    title: framework.title,
    project: shown,
    serviceUrl,
    install: installCommand(serviceUrl),
    files: [framework.settings(values), ...files],
    /** The public key that was made for the snippets. */
    keyId: key?.id ?? null,
    serve: framework.serve(values),
    /** The command that lets the app in, if the project doesn't yet. */
    allow: commandToAllow(shown, appOrigin),
  };
}

/** Only the hash of a key is kept, so one that was made earlier must be given. */
async function keyFor(
  ctx: CommandSession["ctx"],
  address: ProjectAddress,
  { title }: Framework,
  given: string | undefined,
): Promise<{ secret: string; id: string | null }> {
  if (given === undefined) {
    return createPublicKey(ctx, { ...address, name: `For ${title}`, scope: "read-write", expiresAt: null });
  }
  await requirePublicKey(ctx, { ...address, secret: given });
  return { secret: given, id: null };
}

function commandToAllow({ id, settings }: ProjectDetails, appOrigin: string): string | null {
  if (settings.allowedOrigins.includes(appOrigin)) return null;
  const origins = JSON.stringify([...settings.allowedOrigins, appOrigin]);
  return `npm run coppice -- project set ${id} 'allowedOrigins=${origins}'`;
}

type Snippets = Awaited<ReturnType<typeof collect>>;

function describeSnippets({ title, project, serviceUrl, install, files, keyId, serve, allow }: Snippets): string {
  const steps = [
    `In the folder of the app:\n\n  ${install}\n`,
    `Create these files in it.${keyId ? ` The public key in them is new (${keyId}) and is shown only once.` : ""}\n\n${files
      .map(({ path, content }) => `──── ${path}\n\n${content}`)
      .join("\n")}`,
    ...(allow ? [`Allow the app's address, in the folder of the service:\n\n  ${allow}\n`] : []),
    `Start the app, then open ${serve.address}:\n\n  ${serve.command}\n`,
  ];
  const numbered = steps.map((step, i) => `${i + 1}. ${step}`);
  const heading = [
    `This adds the sign-in of ${project.name} (${project.id}) to ${title}.`,
    `The service is expected at ${serviceUrl}; if you start it with another PORT or COPPICE_URL, set that here too.\n`,
  ];
  return [...heading, ...numbered].join("\n");
}

import { Option } from "commander";
import type { CommandSession } from "@/lib/cli/command-line";
import { FRAMEWORKS, type Framework, type FrameworkName, type SnippetFile } from "@/lib/cli/snippets/frameworks";
import { installCommand, readExample } from "@/lib/cli/snippets/read-example";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { requirePublicKey } from "@/lib/sign-in/project-keys/require-public-key";
import { findProject, type ProjectAddress } from "@/lib/sign-in/projects/find";
import type { ProjectDetails } from "@/lib/sign-in/projects/resource";
import { Origin } from "@/lib/sign-in/projects/settings";
import { showProject } from "@/lib/sign-in/projects/show";

const SESSION_SECRET_LENGTH = 43;

interface SnippetsOptions {
  framework: FrameworkName;
  origin?: string;
  publicKey?: string;
}

interface Snippets {
  title: string;
  project: ProjectDetails;
  serviceUrl: string;
  install: string;
  files: SnippetFile[];
  /** The public key that was made for the snippets. */
  keyId: string | null;
  serve: { command: string; address: string };
  /** The command that lets the app in, where the project does not yet. */
  allow: string | null;
}

export function addSnippetsCommand(tree: CommandTree, noun: Parameters<typeof addVerb>[1]): void {
  addVerb<SnippetsOptions>(tree, noun, {
    usage: "snippets <project>",
    description:
      "Print everything that adds a project's sign-in to an app: the package, the settings and complete files. Without --public-key, it creates a key.",
    examples: [
      "coppice project snippets Shop --framework next",
      "coppice project snippets Shop --framework vite --origin https://shop.example.com --public-key pk_coppice_auth_…",
    ],
    options: (command) =>
      command
        .addOption(
          new Option("--framework <name>", "the framework of the app")
            .choices(Object.keys(FRAMEWORKS))
            .makeOptionMandatory(),
        )
        .option("--origin <origin>", "where the app runs; the framework's default on this machine if not given")
        .option("--public-key <key>", "a public key of the project to use instead of a new one"),
    run: async (args, options) => {
      const snippets = await tree.line.withSession((session) => collect(session, argument(args, 0), options));
      return { json: snippets, text: describeSnippets(snippets) };
    },
  });
}

async function collect(
  { ctx, environment }: CommandSession,
  idOrName: string,
  options: SnippetsOptions,
): Promise<Snippets> {
  const framework: Framework = FRAMEWORKS[options.framework];
  const serviceUrl = environment.url;
  const [first = ""] = framework.origins.filter((origin) => origin !== serviceUrl);
  const appOrigin = Origin.parse(options.origin ?? first);
  const address = await findProject(ctx, idOrName);
  const project = await showProject(ctx, address);
  const files = await Promise.all(framework.files.map((path) => readExample(framework.folder, path)));
  const key = framework.needsPublicKey ? await keyFor(ctx, address, framework, options.publicKey) : null;
  const values = {
    projectId: project.id,
    publicKey: key?.secret ?? "",
    serviceUrl,
    appOrigin,
    sessionSecret: randomBase62(SESSION_SECRET_LENGTH, ctx.random),
  };
  return {
    title: framework.title,
    project,
    serviceUrl,
    install: installCommand(serviceUrl),
    files: [framework.settings(values), ...files],
    keyId: key?.id ?? null,
    serve: framework.serve(values),
    allow: commandToAllow(project, appOrigin),
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

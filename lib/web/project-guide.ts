import "server-only";
import { FRAMEWORKS, type Framework, type FrameworkName } from "@/lib/cli/snippets/frameworks";
import { installCommand, readExample } from "@/lib/cli/snippets/read-example";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import type { Random } from "@/lib/core/ports/random";
import type { ProjectDetails } from "@/lib/sign-in/projects/resource";
import type { ProjectGuide } from "./resource";

const SESSION_SECRET_LENGTH = 43;
/** The place of the key in the snippet until one is created on the page. */
const KEY_PLACE = "pk_coppice_auth_…";
const SECRET_PLACE = "<session secret>";

const LABELS: Record<FrameworkName, string> = { next: "Next.js", vite: "React", html: "JavaScript", node: "Node API" };
const NAMES = Object.keys(LABELS) as FrameworkName[];

/**
 * Returns the steps that an app of the framework needs to use the project; of the first framework for an unknown one.
 */
export async function readProjectGuide(
  { id, settings }: ProjectDetails,
  { asked, serviceUrl, random }: { asked: unknown; serviceUrl: string; random: Random },
): Promise<ProjectGuide> {
  const chosen = NAMES.find((name) => name === asked) ?? "next";
  const framework: Framework = FRAMEWORKS[chosen];
  const [usual = ""] = framework.origins.filter((origin) => origin !== serviceUrl);
  const [appOrigin = usual] = settings.allowedOrigins;
  const values = { projectId: id, publicKey: KEY_PLACE, serviceUrl, appOrigin, sessionSecret: SECRET_PLACE };
  return {
    frameworks: NAMES.map((name) => ({ name, label: LABELS[name] })),
    chosen,
    needsPublicKey: framework.needsPublicKey,
    keyPlace: KEY_PLACE,
    secretPlace: SECRET_PLACE,
    sessionSecret: randomBase62(SESSION_SECRET_LENGTH, random),
    keyName: `For ${framework.title}`,
    usualOrigin: usual,
    install: installCommand(serviceUrl),
    settings: framework.settings(values),
    files: await Promise.all(framework.files.map((path) => readExample(framework.folder, path))),
    serve: framework.serve(values),
  };
}

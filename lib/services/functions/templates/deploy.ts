import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import type { FunctionAddress } from "../access";
import type { FunctionContext } from "../context";
import { deployFunction } from "../deployments/deploy";
import { DeployInput } from "../deployments/input";
import type { FunctionDeployment } from "../deployments/resource";
import { TEMPLATES } from "./list";

const FOLDER = "examples/functions";

export const DeployTemplateInput = z.strictObject({ template: z.string().max(40) });

/**
 * Makes a function of a template and deploys it. Throws `not_found`, `conflict` where the name is taken, and the errors
 * of `deployFunction`.
 */
export async function deployTemplate(
  ctx: FunctionContext,
  { template: id, ...at }: FunctionAddress & z.infer<typeof DeployTemplateInput>,
): Promise<FunctionDeployment> {
  const template = TEMPLATES.find((one) => one.id === id);
  if (!template) throw new ServiceError("not_found", "Template not found.");
  const files = await readFiles(join(process.cwd(), FOLDER, template.id));
  const { access, title } = template;
  const input = DeployInput.parse({ files, access, message: `From the template ${title}`, replaces: null });
  return deployFunction(ctx, { ...at, ...input });
}

async function readFiles(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}

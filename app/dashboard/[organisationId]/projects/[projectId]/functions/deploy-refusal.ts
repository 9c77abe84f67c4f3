import type { DeployRefusal } from "@/components/dashboard/functions/code/deploy-outcome";
import type { ServiceError } from "@/lib/core/errors";

const PLACE = /^(.+):(\d+)$/;

/**
 * Returns the part of a refusal that the editor shows: where the files are wrong, or that others were quicker. `null`
 * for others.
 */
export function deployRefusal({ code, message, details = [] }: ServiceError): DeployRefusal | null {
  if (code === "conflict") return { kind: "conflict", message, faults: [] };
  if (code !== "deploy_failed") return null;
  const faults = details.map(({ path, message: text }) => {
    const [, file = path, line] = PLACE.exec(path) ?? [];
    return { file: file === "files" ? null : file, line: line === undefined ? null : Number(line), message: text };
  });
  return { kind: "failed", message, faults };
}

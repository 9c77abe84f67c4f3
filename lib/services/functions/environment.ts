import type { Context } from "@/lib/core/context";

const placeOf = (versionId: string) => ({ table: "function_version", column: "env", rowId: versionId });

/** Returns the columns of a version that hold its environment variables. */
export function sealEnv(
  { sealer }: Context,
  versionId: string,
  env: Readonly<Record<string, string>>,
): { env: string | null; envNames: string[] } {
  const envNames = Object.keys(env).sort();
  return { envNames, env: envNames.length === 0 ? null : sealer.seal(JSON.stringify(env), placeOf(versionId)) };
}

export function openEnv({ sealer }: Context, version: { id: string; env: string | null }): Record<string, string> {
  return version.env === null ? {} : JSON.parse(sealer.open(version.env, placeOf(version.id)));
}

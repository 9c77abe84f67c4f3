import { z } from "zod";

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });

/** A version that was put, or was to be put, in the place of another. Times are ISO 8601, UTC. */
export const FunctionDeployment = z
  .object({
    id: z.string().meta({ example: "dep_4k9x2m7q1w8e5r3t6y0u" }),
    version: z.int().meta({ example: 3 }),
    status: z.enum(["building", "active", "superseded", "failed"]).meta({ example: "active" }),
    bundleBytes: z.int().meta({ example: 2_048 }),
    sha256: z.string().meta({ description: "Of the bundle, in hex", example: "9f86d081884c7d659a2feaa0c55ad015…" }),
    message: z.string().meta({ example: "Send receipts in two languages" }),
    by: z.object({ kind: z.string(), id: z.string() }).meta({
      description: "The key or member who deployed it",
      example: { kind: "server-key", id: "key_4k9x2m7q1w8e5r3t6y0u" },
    }),
    createdAt: Moment,
    activatedAt: Moment.nullable(),
    log: z.string().meta({ description: "The error at its start", example: "" }),
  })
  .meta({ id: "FunctionDeployment" });
export type FunctionDeployment = z.infer<typeof FunctionDeployment>;

/** The files of a version; `null` where it was deployed as a bundle, or before files were kept. */
export interface FunctionSources {
  version: number;
  /** The file whose default export answers. */
  entry: string | null;
  /** The text of each file, by its path. */
  files: Readonly<Record<string, string>> | null;
}

export interface DifferentLine {
  kind: "added" | "removed" | "same";
  text: string;
  oldLine: number | null;
  newLine: number | null;
}

export interface FileDifference {
  path: string;
  change: "added" | "deleted" | "changed";
  /** Runs of lines, each with a few that are the same around it; `null` where the texts are too different. */
  hunks: readonly (readonly DifferentLine[])[] | null;
}

/** The difference between two versions; `files` is `null` if those of one aren't kept. */
export interface VersionDifference {
  from: number;
  to: number;
  files: readonly FileDifference[] | null;
}

interface DeploymentRow {
  id: string;
  number: number;
  status: string;
  bundleBytes: number;
  sha256: Uint8Array;
  message: string;
  actorKind: string;
  actorId: string;
  createdAt: Date;
  activatedAt: Date | null;
  log: string;
}

export function toDeployment(row: DeploymentRow): FunctionDeployment {
  return {
    id: row.id,
    version: row.number,
    status: row.status as FunctionDeployment["status"],
    bundleBytes: row.bundleBytes,
    sha256: Buffer.from(row.sha256).toString("hex"),
    message: row.message,
    by: { kind: row.actorKind, id: row.actorId },
    createdAt: row.createdAt.toISOString(),
    activatedAt: row.activatedAt?.toISOString() ?? null,
    log: row.log,
  };
}

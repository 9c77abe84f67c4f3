import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "@/lib/core/error-code";
import { readFileIfPresent } from "../data-folder/durable-file";

/** The folders of the control cluster and of its copies from before upgrades. */
export interface UpgradePlaces {
  cluster: string;
  /** The files of the cluster. */
  data: string;
  copies: string;
  /** The files that going back is about to put in place. */
  comingBack: string;
  /** The files of the newer version, once an upgrade was undone. */
  newer: string;
}

export function upgradePlaces(postgresDirectory: string): UpgradePlaces {
  const cluster = join(postgresDirectory, "control");
  return {
    cluster,
    data: join(cluster, "data"),
    copies: join(cluster, "upgrade-copies"),
    comingBack: join(cluster, "data.coming-back"),
    newer: join(cluster, "data.newer"),
  };
}

const UNFINISHED = ".unfinished";
export const unfinishedCopy = (copies: string, name: string) => join(copies, name + UNFINISHED);

/** Returns the names of the complete copies, the oldest first. */
export async function listCopies({ copies }: UpgradePlaces): Promise<string[]> {
  const names = await readdir(copies).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => !name.endsWith(UNFINISHED)).sort();
}

/** Returns the name of a copy that is made at this time; names sort as times do. */
export const nameOfCopy = (at: Date) => at.toISOString().replaceAll(":", "-");

/** Returns the minute of a copy for people. */
export const timeOfCopy = (name: string) => `${name.slice(0, 10)} ${name.slice(11, 16).replace("-", ":")} UTC`;

const Settled = z.object({ migrations: z.array(z.string()), copy: z.string().nullable() });

/** The state of the files of a cluster: they carry it, so that a copy or a restore has that of its own time. */
export type SettledUpgrade = z.infer<typeof Settled>;

export const settledFile = (data: string) => join(data, "coppice-upgrade.json");

/** Returns the last upgrade that these files went through to its end; `null` if nothing is known of one. */
export async function readSettled(data: string): Promise<SettledUpgrade | null> {
  const text = await readFileIfPresent(settledFile(data));
  return text === null ? null : Settled.parse(JSON.parse(text));
}

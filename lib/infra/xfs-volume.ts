import { join } from "node:path";

export const hostDirectory = (postgresDirectory: string) => join(postgresDirectory, "host-1");
export async function mountVolume(_p: string, _l: (line: string) => void): Promise<void> {}

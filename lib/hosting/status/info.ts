import { z } from "zod";
import { SERVICE } from "@/lib/core/service";
import type { StatusContext } from "./status-context";

export const Info = z
  .object({
    service: z.string().meta({ example: "Coppice" }),
    version: z.string().meta({ example: "1.4.0" }),
    buildSha: z.string().meta({ example: "4f2c9be1d0a3" }),
    buildTimestamp: z.string().meta({ example: "2026-03-01T09:30:00.000Z" }),
    uptimeSeconds: z.int().nonnegative().meta({ example: 86_400 }),
    clientAddress: z
      .string()
      .nullable()
      .meta({
        ...{ description: "Where the service sees this request come from.", example: "192.0.2.1" },
      }),
  })
  .meta({ id: "Info" });

/** Returns the version, the commit and the time of the build, and how long the service has run. */
export async function getInfo(ctx: StatusContext, _input: object): Promise<z.infer<typeof Info>> {
  const { sha, timestamp } = ctx.build;
  return {
    service: SERVICE.name,
    version: ctx.version(),
    buildSha: sha,
    buildTimestamp: timestamp,
    uptimeSeconds: Math.floor(process.uptime()),
    clientAddress: ctx.clientAddress,
  };
}

import { z } from "zod";
import type { ServiceContext } from "@/lib/runtime";
import { currentFile, listPacked } from "./packed";

export const ClientPackages = z
  .object({
    items: z.array(
      z.object({
        name: z.string().meta({ example: "@coppice/auth" }),
        version: z.string().meta({ example: "0.1.0" }),
        /** Leads to the version that the service has at the time. */
        url: z.url().meta({ example: "https://id.example.com/packages/coppice-auth.tgz" }),
        versionUrl: z.url().meta({ example: "https://id.example.com/packages/coppice-auth-0.1.0.tgz" }),
        integrity: z.string().meta({ example: "sha512-…" }),
      }),
    ),
  })
  .meta({ id: "ClientPackages" });

/** Returns the packages that apps install from this service, each with its SHA-512 as npm's lock file has it. */
export async function listClientPackages(ctx: ServiceContext, _input: object): Promise<z.infer<typeof ClientPackages>> {
  const packages = await listPacked();
  return {
    items: packages.map((packed) => ({
      name: packed.name,
      version: packed.version,
      url: `${ctx.baseUrl}/packages/${currentFile(packed)}`,
      versionUrl: `${ctx.baseUrl}/packages/${packed.file}`,
      integrity: packed.integrity,
    })),
  };
}

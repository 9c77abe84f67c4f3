import { resolve } from "node:path";
import { z } from "zod";
import { OperatorError } from "@/lib/core/operator-error";

const DEFAULT_PORT = 5432;

/** A host name or address as URLs have it, with a port or without. */
const Address = z
  .string()
  .regex(/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i, "must be a host, such as db.example.com:5432")
  .transform((text) => {
    const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
    return { host, port: Number(port ?? DEFAULT_PORT) };
  })
  .refine(({ port }) => port >= 1 && port <= 65_535, "must have a port from 1 to 65535");

export const PostgresVariables = z.object({
  COPPICE_POSTGRES_BIN: z.string().min(1).optional(),
  COPPICE_POSTGRES_ADDRESS: Address.optional(),
  COPPICE_POSTGRES_CERTIFICATE_FILE: z.string().min(1).optional(),
  COPPICE_POSTGRES_KEY_FILE: z.string().min(1).optional(),
  COPPICE_UPGRADE_COPY: z.enum(["required", "none"]).default("required"),
});

/** The public address of the embedded databases, which clients of other machines reach by TLS alone. */
export interface PublicAccess {
  /** As connection strings have them; the server listens on this port of each address of the machine. */
  host: string;
  port: number;
  /** Both PEM: the certificate with its chain, and the key. */
  certificateFile: string;
  keyFile: string;
}

export interface PostgresSettings {
  /** The folder of the programs that the embedded databases run; `null` for those of the packages. */
  bin: string | null;
  /** `null` where only this machine reaches them. */
  publicAccess: PublicAccess | null;
  /** Whether a copy of the control plane is kept before an upgrade. */
  keepsUpgradeCopy: boolean;
}

/** Returns the settings of the embedded databases. Throws `OperatorError`. */
export function postgresOf(variables: z.infer<typeof PostgresVariables>): PostgresSettings {
  const bin = variables.COPPICE_POSTGRES_BIN;
  return {
    bin: bin === undefined ? null : resolve(bin),
    publicAccess: publicAccessOf(variables),
    keepsUpgradeCopy: variables.COPPICE_UPGRADE_COPY === "required",
  };
}

function publicAccessOf(variables: z.infer<typeof PostgresVariables>): PublicAccess | null {
  const { COPPICE_POSTGRES_CERTIFICATE_FILE: certificateFile, COPPICE_POSTGRES_KEY_FILE: keyFile } = variables;
  const address = variables.COPPICE_POSTGRES_ADDRESS;
  if (address === undefined && certificateFile === undefined && keyFile === undefined) return null;
  if (address === undefined || certificateFile === undefined || keyFile === undefined) {
    throw new OperatorError(
      "Wrong environment: COPPICE_POSTGRES_ADDRESS, COPPICE_POSTGRES_CERTIFICATE_FILE and COPPICE_POSTGRES_KEY_FILE need each other.",
    );
  }
  return { ...address, certificateFile: resolve(certificateFile), keyFile: resolve(keyFile) };
}

import { z } from "zod";

export const Passkey = z
  .object({
    id: z.string().meta({ example: "psk_4k9x2m7q1w8e5r3t6y0u" }),
    name: z.string().nullable().meta({ example: "Laptop" }),
    userId: z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
    credentialID: z.string().meta({ description: "Base64url, as the browser names it.", example: "c2VjcmV0" }),
    publicKey: z.string().meta({ description: "COSE_Key (RFC 9052 section 7), base64.", example: "pQECAyYgASFYIA==" }),
    counter: z.int().meta({ description: "Of the signatures made, where the authenticator counts.", example: 0 }),
    deviceType: z.enum(["singleDevice", "multiDevice"]),
    backedUp: z.boolean(),
    transports: z.string().meta({ description: "Joined by commas.", example: "internal,hybrid" }),
    createdAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
    aaguid: z.string().meta({
      description: "The model of the authenticator, zeros where it does not say.",
      example: "00000000-0000-0000-0000-000000000000",
    }),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyList = z.array(Passkey);

export interface PasskeyRow {
  id: string;
  name: string | null;
  userId: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: bigint;
  deviceType: string;
  isBackedUp: boolean;
  transports: string[];
  aaguid: string;
  createdAt: Date;
}

export function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    userId: row.userId,
    credentialID: row.credentialId,
    publicKey: Buffer.from(row.publicKey).toString("base64"),
    counter: Number(row.counter),
    deviceType: row.deviceType === "multiDevice" ? "multiDevice" : "singleDevice",
    backedUp: row.isBackedUp,
    transports: row.transports.join(","),
    createdAt: row.createdAt.toISOString(),
    aaguid: row.aaguid,
  };
}

import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import { CeremonyRefusal } from "./ceremony";

/** CollectedClientData, WebAuthn section 5.8.1. */
const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
});

interface Expected {
  type: "webauthn.create" | "webauthn.get";
  challenge: string;
  origins: readonly string[];
}

const MAX_RECORDED_ORIGIN = 256;

/**
 * Requires an answer to this challenge, of this kind, from a page of the project that no other page frames; the library
 * checks frames only where the browser names the topmost page. Throws `CeremonyRefusal`.
 */
export function requireClientData(clientDataJSON: string, expected: Expected): void {
  const { type, challenge, origin, crossOrigin, topOrigin } = readClientData(clientDataJSON);
  if (type !== expected.type) throw new CeremonyRefusal("wrong_type");
  if (challenge !== expected.challenge) throw new CeremonyRefusal("wrong_challenge");
  if (crossOrigin || topOrigin !== undefined) throw new CeremonyRefusal("cross_origin");
  if (expected.origins.includes(origin)) return;
  // PostgreSQL stores no NUL.
  const recorded = origin.slice(0, MAX_RECORDED_ORIGIN).toWellFormed().replaceAll("\u0000", "");
  throw new CeremonyRefusal("wrong_origin", { origin: recorded });
}

/** Returns the challenge that an answer names; `null` where it can't be read, which its check tells of. */
export function challengeIn(response: unknown): string | null {
  const clientDataJSON = (response as { response?: { clientDataJSON?: unknown } } | null)?.response?.clientDataJSON;
  if (typeof clientDataJSON !== "string") return null;
  try {
    return readClientData(clientDataJSON).challenge;
  } catch {
    return null;
  }
}

function readClientData(clientDataJSON: string): z.infer<typeof ClientData> {
  try {
    return ClientData.parse(decodeClientDataJSON(clientDataJSON));
  } catch (cause) {
    throw new CeremonyRefusal("malformed", {}, cause);
  }
}

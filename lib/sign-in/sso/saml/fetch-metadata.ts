import { OutgoingHttpError } from "@/lib/core/ports/outgoing-http";
import { SamlError, type SamlMetadata } from "@/lib/core/ports/saml";
import type { SignInContext } from "../../context";

const TIMEOUT_MILLISECONDS = 10_000;
const MAX_BYTES = 262_144;

export interface MetadataAddress {
  metadataUrl: string;
  /** The certificate that must have signed the metadata: DER in base64. */
  metadataCertificate: string | null;
}

/** Reads the metadata at an address now. Throws `SamlError`, with the fault in a sentence. */
export async function fetchMetadata(
  ctx: SignInContext,
  { metadataUrl: url, metadataCertificate }: MetadataAddress,
): Promise<SamlMetadata> {
  const { status, body, isCut } = await ask(ctx, url);
  if (status >= 300 && status < 400) {
    throw refuse("The address of the metadata redirects. Enter the address that it leads to.");
  }
  if (status !== 200) throw refuse(`The address of the metadata answered ${status}.`);
  if (isCut) throw refuse("The metadata is larger than any that an identity provider has.");
  const xml = Buffer.from(body).toString();
  return ctx.signIn.saml.readMetadata(xml, { signedBy: metadataCertificate });
}

async function ask({ outgoing }: SignInContext, url: string) {
  const headers = { accept: "application/samlmetadata+xml, application/xml;q=0.9, */*;q=0.5" };
  const limits = { timeoutMilliseconds: TIMEOUT_MILLISECONDS, maxBytes: MAX_BYTES };
  try {
    return await outgoing.send({ method: "GET", url, headers, ...limits });
  } catch (error) {
    if (!(error instanceof OutgoingHttpError)) throw error;
    throw refuse(`The address of the metadata can't be reached. ${error.message}`);
  }
}

function refuse(detail: string): SamlError {
  return new SamlError("saml_metadata", detail);
}

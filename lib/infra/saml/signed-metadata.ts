import { getVerifiedXml } from "@node-saml/node-saml/lib/xml.js";
import { SamlError } from "@/lib/core/ports/saml";
import { SIGNATURE } from "./names";
import { toPem } from "./pem";
import { childrenOf, elementsOf, parsePlainXml } from "./plain-xml";
import { requirePlainSignatures } from "./structure";

/** Returns metadata exactly as this certificate's key signed it, over the whole of it. Throws `SamlError`. */
export function verifiedMetadata(xml: string, certificate: string): string {
  const root = parsePlainXml(xml).documentElement as Element;
  if (childrenOf(root, SIGNATURE, "Signature").length !== 1) throw refuse("The metadata isn't signed.");
  requirePlainSignatures(elementsOf(root), [root]);
  const signed = verify(xml, root, certificate);
  if (signed === null) throw refuse("The metadata isn't signed by the certificate that is set for it.");
  return signed;
}

/** The library's messages may quote the document, so none is passed on. */
function verify(xml: string, root: Element, certificate: string): string | null {
  try {
    return getVerifiedXml(xml, root, [toPem(certificate)]);
  } catch {
    return null;
  }
}

function refuse(detail: string): SamlError {
  return new SamlError("saml_metadata", detail);
}

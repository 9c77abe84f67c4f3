import { SamlError } from "@/lib/core/ports/saml";

/** A comment, a CDATA section or a processing instruction, the first to come: text inside one is part of it. */
const ASIDES = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>/g;

/**
 * Returns metadata without the parts that say nothing. An administrator hands it in, and files of identity providers
 * have comments, which a document that signs people in never has. Throws `SamlError` for a web page and a document
 * type.
 */
export function plainMetadata(text: string): string {
  if (/^\s*(<!doctype\s+html|<html|<head|<body)\b/i.test(text.replace(ASIDES, ""))) {
    throw refuse("This is a web page, such as a sign-in page, and not metadata. Get the metadata's XML file itself.");
  }
  const plain = text.replace(ASIDES, (_aside, literal: string | undefined) => escapeText(literal ?? ""));
  if (plain.includes("<!")) throw refuse("The metadata has a document type, which is never taken. Remove it.");
  return plain;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function refuse(detail: string): SamlError {
  return new SamlError("saml_metadata", detail);
}

import { DOMParser } from "@xmldom/xmldom";
import { SamlError } from "@/lib/core/ports/saml";

/** The longest response and metadata, before anything is parsed. An assertion with hundreds of groups is shorter. */
export const MAX_XML_BYTES = 262_144;
const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 64;

/** Decodes a response of the browser's form. Throws `SamlError`. */
export function decodeResponse(response: string): string {
  if (response.length > (MAX_XML_BYTES * 4) / 3 + 4) throw tooLarge();
  const compact = response.replace(/[\r\n\t ]/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw notPlain("The response isn't base64.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(compact, "base64"));
  } catch {
    throw notPlain("The response isn't UTF-8.");
  }
}

/**
 * Parses XML of which every parser makes the same tree. Comments, which cut texts in two, CDATA, document types,
 * entities and processing instructions have no place in it, and are refused before anything is parsed. Throws
 * `SamlError`.
 */
export function parsePlainXml(text: string): Document {
  if (Buffer.byteLength(text) > MAX_XML_BYTES) throw tooLarge();
  const body = text.replace(/^\uFEFF?\s*(<\?xml\s[^?<>]{0,200}\?>)?/, "");
  if (body.includes("<!")) {
    throw notPlain("The XML has a comment, a CDATA section or a document type, which are never taken.");
  }
  if (body.includes("<?")) throw notPlain("The XML has a processing instruction, which is never taken.");
  if (/&(?!(amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)/.test(body)) {
    throw notPlain("The XML has an entity of its own, which is never taken.");
  }
  requireSmallTree(body);
  return parse(body);
}

/** Counts tags in the text, since a parser that recurses must not see a tree that is too deep. */
function requireSmallTree(body: string): void {
  let depth = 0;
  let elements = 0;
  for (let start = body.indexOf("<"); start !== -1; ) {
    const end = endOfTag(body, start);
    if (body[start + 1] === "/") depth -= 1;
    else {
      elements += 1;
      if (body[end - 1] !== "/") depth += 1;
    }
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) throw tooLarge();
    start = body.indexOf("<", end);
  }
}

/** A value in quotes may hold `>`. */
function endOfTag(body: string, start: number): number {
  let quote = "";
  for (let i = start + 1; i < body.length; i += 1) {
    const character = body[i] ?? "";
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return i;
  }
  throw notPlain("The XML isn't well-formed.");
}

function parse(body: string): Document {
  const fail = () => {
    throw notPlain("The XML isn't well-formed.");
  };
  try {
    const document = new DOMParser({
      errorHandler: { warning: fail, error: fail, fatalError: fail },
    }).parseFromString(body, "text/xml");
    if (!document?.documentElement) fail();
    return document;
  } catch {
    return fail();
  }
}

/** Returns the element and all below it, in document order. */
export function elementsOf(root: Element): Element[] {
  return [root, ...Array.from(root.getElementsByTagName("*"))];
}

/** Returns the element's own children of this name. */
export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  return Array.from(parent.childNodes).filter(
    (node): node is Element => isElement(node) && node.localName === name && node.namespaceURI === namespace,
  );
}

function isElement(node: unknown): node is Element {
  return (node as { nodeType?: number }).nodeType === 1;
}

/** Returns the text of an element that has nothing but text. Throws `SamlError`. */
export function textOf(element: Element): string {
  if (Array.from(element.childNodes).some(isElement)) {
    throw new SamlError("saml_structure", `${element.localName} holds more than text.`);
  }
  return (element.textContent ?? "").trim();
}

function notPlain(detail: string): SamlError {
  return new SamlError("saml_not_plain_xml", detail);
}

function tooLarge(): SamlError {
  return new SamlError("saml_too_large", "The XML is larger than any that an identity provider sends.");
}

import { SamlError, type SamlPerson, type SamlRefusal, type SamlServiceProvider } from "@/lib/core/ports/saml";
import { ASSERTION, BEARER, TRANSIENT } from "./names";
import { childrenOf, parsePlainXml, textOf } from "./plain-xml";

/** Clocks of identity providers are off by seconds; more would keep an assertion alive for longer. */
const LEEWAY_MILLISECONDS = 60_000;
const MAX_TEXT_LENGTH = 1_024;

interface Expected {
  serviceProvider: SamlServiceProvider;
  entityId: string;
  requestId: string;
  now: Date;
}

/**
 * Reads a person from an assertion as it was signed, and from nothing else (SAML 2.0 Profiles, section 4.1.4.3).
 * Throws `SamlError`.
 */
export function readAssertion(signed: string, expected: Expected): SamlPerson {
  const assertion = parsePlainXml(signed).documentElement as Element;
  if (assertion.localName !== "Assertion" || assertion.namespaceURI !== ASSERTION) {
    throw new SamlError("saml_structure", "The signed element isn't an assertion.");
  }
  const issuer = textOf(only(assertion, "Issuer"));
  if (issuer !== expected.entityId) {
    throw new SamlError(
      "saml_issuer",
      `The assertion is from ${shown(issuer)}, and must be from ${expected.entityId}.`,
    );
  }
  requireConditions(only(assertion, "Conditions"), expected);
  const statements = childrenOf(assertion, ASSERTION, "AuthnStatement");
  if (statements.length === 0) {
    throw new SamlError("saml_structure", "The assertion doesn't say that someone signed in.");
  }
  for (const statement of statements) requireBefore(statement, "SessionNotOnOrAfter", expected.now, true);
  const subject = only(assertion, "Subject");
  requireConfirmation(subject, expected);
  const [earliest = null] = statements.map((each) => momentOf(each, "AuthnInstant")).sort();
  return {
    ...nameOf(subject),
    attributes: attributesOf(assertion),
    authenticatedAt: earliest,
    sessionIndex: sessionIndexOf(statements),
    acr: contextOf(statements),
  };
}

/** If there are several statements, none says how the others were made. */
function contextOf(statements: readonly Element[]): string | null {
  const contexts = statements.flatMap((each) => childrenOf(each, ASSERTION, "AuthnContext"));
  const [reference, ...others] = contexts.flatMap((each) => childrenOf(each, ASSERTION, "AuthnContextClassRef"));
  return reference && others.length === 0 && statements.length === 1 ? textOf(reference).slice(0, 255) : null;
}

/** Without one, the identity provider can end all sessions of the person, and no single one. */
function sessionIndexOf(statements: readonly Element[]): string | null {
  const [index] = statements.map((each) => each.getAttribute("SessionIndex")).filter(Boolean);
  return index && index.length <= 255 && !hasControls(index) ? index : null;
}

function requireConditions(conditions: Element, { serviceProvider, now }: Expected): void {
  requireAfter(conditions, now);
  requireBefore(conditions, "NotOnOrAfter", now, true);
  const restrictions = childrenOf(conditions, ASSERTION, "AudienceRestriction");
  const isForUs = (restriction: Element) =>
    childrenOf(restriction, ASSERTION, "Audience").some((each) => textOf(each) === serviceProvider.entityId);
  if (restrictions.length > 0 && restrictions.every(isForUs)) return;
  const detail = `The assertion isn't for this connection. Its audience must be ${serviceProvider.entityId}.`;
  throw new SamlError("saml_audience", detail);
}

/** A bearer confirmation says where, until when and to which request the assertion may be given. */
function requireConfirmation(subject: Element, { serviceProvider, requestId, now }: Expected): void {
  const bearers = childrenOf(subject, ASSERTION, "SubjectConfirmation").filter((each) => {
    return each.getAttribute("Method") === BEARER;
  });
  const [bearer] = bearers;
  if (bearer === undefined || bearers.length > 1) {
    throw new SamlError("saml_structure", "The assertion must have one bearer confirmation.");
  }
  const data = only(bearer, "SubjectConfirmationData");
  if (data.getAttribute("Recipient") !== serviceProvider.acsUrl) {
    throw new SamlError("saml_recipient", `The assertion must be for the recipient ${serviceProvider.acsUrl}.`);
  }
  if (data.getAttribute("InResponseTo") !== requestId) {
    throw new SamlError("saml_request", "The assertion answers another sign-in than this one.");
  }
  requireAfter(data, now);
  requireBefore(data, "NotOnOrAfter", now, false);
}

/** Returns the one NameID of an element. Throws `SamlError`. */
export function nameOf(subject: Element): Pick<SamlPerson, "nameId" | "nameIdFormat"> {
  const name = only(subject, "NameID", "saml_subject");
  const nameId = textOf(name);
  const nameIdFormat = name.getAttribute("Format") || null;
  if (nameId === "" || nameId.length > 255 || hasControls(nameId)) {
    throw new SamlError("saml_subject", "The NameID must be one line of at most 255 characters.");
  }
  if (nameIdFormat === TRANSIENT) {
    const detail = "The NameID is transient, so the person can't be known again. Let it be persistent.";
    throw new SamlError("saml_subject", detail);
  }
  return { nameId, nameIdFormat };
}

function attributesOf(assertion: Element): Record<string, string[]> {
  const statements = childrenOf(assertion, ASSERTION, "AttributeStatement");
  const attributes = statements.flatMap((statement) => childrenOf(statement, ASSERTION, "Attribute"));
  const values = new Map<string, string[]>();
  for (const attribute of attributes) {
    const name = attribute.getAttribute("Name") ?? "";
    const texts = childrenOf(attribute, ASSERTION, "AttributeValue").map((each) => (each.textContent ?? "").trim());
    const kept = texts.filter((text) => text.length <= MAX_TEXT_LENGTH && !hasControls(text));
    values.set(name, [...(values.get(name) ?? []), ...kept]);
  }
  return Object.fromEntries(values);
}

function only(parent: Element, name: string, refusal: SamlRefusal = "saml_structure"): Element {
  const [child, ...others] = childrenOf(parent, ASSERTION, name);
  if (child && others.length === 0) return child;
  throw new SamlError(refusal, `${parent.localName} must have one ${name}.`);
}

function requireAfter(element: Element, now: Date): void {
  const from = momentOf(element, "NotBefore");
  if (from === null || from - LEEWAY_MILLISECONDS <= now.getTime()) return;
  throw new SamlError("saml_clock", "The assertion isn't valid yet. Check the clock of the identity provider.");
}

function requireBefore(element: Element, name: string, now: Date, isOptional: boolean): void {
  const until = momentOf(element, name);
  if (until === null && isOptional) return;
  if (until !== null && now.getTime() < until + LEEWAY_MILLISECONDS) return;
  throw new SamlError("saml_clock", "The assertion has expired, or doesn't say when it does. Check the clocks.");
}

/** SAML has UTC alone (SAML 2.0 Core, section 1.3.3). */
export function momentOf(element: Element, name: string): number | null {
  if (!element.hasAttribute(name)) return null;
  const text = element.getAttribute(name) ?? "";
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) throw new SamlError("saml_clock", `${name} isn't a time in UTC.`);
  return moment;
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, "").slice(0, 200);
}

import type { ListedSecurityEvent } from "../events/resource";
import type { Finding } from "./resource";

/** The connection that has verified the domain of an address. */
export interface Company {
  domain: string;
  connection: { id: string; name: string; isEnabled: boolean; createsUsers: boolean; metadataProblem: string | null };
}

type Told = Pick<Finding, "id" | "sentence"> & Partial<Finding>;

/** Returns the part of single sign-on in an address of a company's domain. `hasUser`: whether someone has it. */
export function findingsOfCompany(
  company: Company | null,
  { events, hasUser }: { events: readonly ListedSecurityEvent[]; hasUser: boolean },
): Told[] {
  if (company === null) return [];
  const { domain, connection } = company;
  if (!connection.isEnabled) {
    const sentence = `The connection ${connection.name} of ${domain} is off, so no one signs in by it.`;
    return [
      { id: "connection-off", sentence, advice: "Enable the connection to let the company's people sign in by it." },
    ];
  }
  return [...ofWay(company, hasUser), ...ofRefusal(company, events), ...ofMetadata(company)];
}

function ofWay({ domain, connection: { name, createsUsers } }: Company, hasUser: boolean): Told[] {
  const sentence = `People of ${domain} sign in by the connection ${name}.`;
  if (hasUser) return [{ id: "connection", sentence }];
  const advice = createsUsers
    ? "Their first sign-in by it creates the account."
    : "It creates no accounts. Create the user, or let the connection create users.";
  return [{ id: "connection", sentence, advice }];
}

/** The last attempt by the connection, unless a later one succeeded. */
function ofRefusal({ connection: { id, name } }: Company, events: readonly ListedSecurityEvent[]): Told[] {
  const last = events.find(({ kind, method }) => kind === "session.sign_in" && method === id);
  if (last?.outcome !== "refused") return [];
  const detail = typeof last.data?.detail === "string" ? ` ${last.data.detail}` : "";
  const sentence = `The last sign-in by ${name} was refused: ${last.title.toLowerCase()}.${detail}`;
  return [{ id: "connection-refused", sentence, advice: last.advice, at: last.createdAt }];
}

function ofMetadata({ connection: { name, metadataProblem } }: Company): Told[] {
  if (metadataProblem === null) return [];
  const sentence = `The metadata of ${name} isn't read any more. ${metadataProblem}`;
  const advice = "The connection goes on with the certificates that it has, until the company replaces them.";
  return [{ id: "connection-metadata", sentence, advice }];
}

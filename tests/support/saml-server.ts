import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  encode,
  makeIdentityProvider,
  readRequest,
  saidTo,
  signedResponse,
  type TestIdentityProvider,
} from "./saml-identity-provider";

export interface SamlServer {
  origin: string;
  idp: TestIdentityProvider;
  /** The person that it signs in next. */
  person: { email: string; nameId: string };
  close(): void;
}

/** An identity provider of SAML with a page, on a site of its own: a button there posts the response. */
export async function startSamlServer(): Promise<SamlServer> {
  const made = await makeIdentityProvider();
  const server = createServer((request, response) => {
    const { idp, person, origin } = saml;
    const asked = readRequest(`${origin}${request.url}`);
    const said = saidTo(idp, asked, new Date(), person);
    const value = encode(signedResponse(idp, said));
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(
      `<!doctype html><html lang="en"><title>Acme</title><link rel="icon" href="data:,"><h1>Acme</h1>
<form method="post" action="${asked.acsUrl}"><input type="hidden" name="SAMLResponse" value="${value}">
<button>Sign in as ${person.nameId}</button></form></html>`,
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const saml: SamlServer = {
    origin,
    idp: { ...made, entityId: `${origin}/metadata`, signInUrl: `${origin}/sso` },
    person: { email: "ada@acme.example", nameId: "ada" },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return saml;
}

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { makeKey } from "@/lib/infra/saml/make-key";
import { toPem } from "@/lib/infra/saml/pem";
import { findFreePort } from "@/lib/server/data-folder/instance-state";

const WWW = "/usr/share/simplesamlphp/www";
export const PASSWORD = "of-the-tests";
const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

interface ServiceProvider {
  entityId: string;
  acsUrl: string;
  logoutUrl: string;
  /** DER in base64; set, assertions are encrypted for it. */
  encryptFor?: string;
}

/** SimpleSAMLphp as Debian has it, as a company's identity provider on loopback. */
export interface SimpleSamlPhp {
  origin: string;
  metadataUrl: string;
  /** A link by which somebody signs out there. */
  signOutUrl: string;
  /** Makes service providers known, and nobody else. */
  serve(...serviceProviders: ServiceProvider[]): Promise<void>;
  close(): Promise<void>;
}

/** Everybody there has this password: Ada, whose `uid` is `ada`. */
export async function startSimpleSamlPhp(email: string): Promise<SimpleSamlPhp> {
  const folder = await mkdtemp(join(tmpdir(), "simplesamlphp-"));
  const port = await findFreePort([]);
  const origin = `http://127.0.0.1:${port}`;
  await writeConfiguration(folder, origin, email);
  const server = spawn("php", ["-d", "opcache.enable=0", "-S", `127.0.0.1:${port}`, "-t", WWW], {
    env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder },
    stdio: "ignore",
  });
  await listening(origin);
  const serve = (...given: ServiceProvider[]) =>
    writeFile(join(folder, "metadata", "saml20-sp-remote.php"), `<?php\n${given.map(serviceProviderOf).join("\n")}`);
  await serve();
  const close = async () => {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  const signOutUrl = `${origin}/saml2/idp/initSLO.php?RelayState=/`;
  return { origin, metadataUrl: `${origin}/saml2/idp/metadata.php`, signOutUrl, serve, close };
}

/** Waits until the server answers. Playwright's tests start it, too, so this is no wait of Vitest's. */
async function listening(origin: string): Promise<void> {
  const until = performance.now() + 60_000;
  for (;;) {
    const failure = await fetch(`${origin}/`, { redirect: "manual" }).then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) return;
    if (performance.now() > until) throw failure;
    await setTimeout(50);
  }
}

async function writeConfiguration(folder: string, origin: string, email: string): Promise<void> {
  for (const name of ["metadata", "cert", "log", "data", "tmp", "sessions"]) await mkdir(join(folder, name));
  const { privateKey, certificate } = await makeKey("idp.acme.example", new Date());
  await writeFile(join(folder, "cert", "idp.pem"), privateKey);
  await writeFile(join(folder, "cert", "idp.crt"), toPem(certificate));
  const config = {
    baseurlpath: `${origin}/`,
    certdir: `${folder}/cert/`,
    loggingdir: `${folder}/log/`,
    datadir: `${folder}/data/`,
    tempdir: `${folder}/tmp`,
    metadatadir: `${folder}/metadata`,
    secretsalt: "salt-of-the-tests",
    "auth.adminpassword": PASSWORD,
    "enable.saml20-idp": true,
    "logging.handler": "file",
    "store.type": "phpsession",
    "session.phpsession.savepath": `${folder}/sessions`,
    "session.cookie.secure": false,
    "session.cookie.samesite": null,
    "module.enable": { exampleauth: true, core: true, saml: true },
    "metadata.sources": [{ type: "flatfile", directory: `${folder}/metadata` }],
  };
  await writeFile(join(folder, "config.php"), `<?php\n$config = ${php(config)};\n`);
  const ada = { uid: ["ada"], mail: [email], givenName: ["Ada"], sn: ["Lovelace"] };
  const users = { [`ada:${PASSWORD}`]: ada };
  const sources = `['company' => array_merge(['exampleauth:UserPass'], ${php(users)})]`;
  await writeFile(join(folder, "authsources.php"), `<?php\n$config = ${sources};\n`);
  const hosted = {
    host: "__DEFAULT__",
    privatekey: "idp.pem",
    certificate: "idp.crt",
    auth: "company",
    NameIDFormat: PERSISTENT,
    "sign.logout": true,
    "redirect.sign": true,
    authproc: { 1: { class: "saml:AttributeNameID", attribute: "uid", Format: PERSISTENT } },
  };
  const name = php(`${origin}/saml2/idp/metadata.php`);
  await writeFile(join(folder, "metadata", "saml20-idp-hosted.php"), `<?php\n$metadata[${name}] = ${php(hosted)};\n`);
}

function serviceProviderOf({ entityId, acsUrl, logoutUrl, encryptFor }: ServiceProvider): string {
  const remote = {
    AssertionConsumerService: acsUrl,
    SingleLogoutService: logoutUrl,
    NameIDFormat: PERSISTENT,
    "saml20.sign.assertion": true,
    ...(encryptFor !== undefined && { "assertion.encryption": true, certData: encryptFor }),
  };
  return `$metadata[${php(entityId)}] = ${php(remote)};`;
}

/** A value as PHP writes it. */
function php(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(php).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `[${Object.entries(value).map(([name, each]) => `${php(/^\d+$/.test(name) ? Number(name) : name)} => ${php(each)}`)}]`;
  }
  return typeof value === "string" ? `'${value.replace(/[\\']/g, "\\$&")}'` : JSON.stringify(value);
}

/** A browser there, which has its cookies. */
export class CompanyBrowser {
  readonly #cookies = new Map<string, string>();

  /** Opens the address of a request, signs in as Ada if asked, and returns the form that goes back. */
  async signIn(url: string): Promise<{ action: string; fields: Record<string, string>; wasAsked: boolean }> {
    let page = await this.#open(url);
    const wasAsked = page.html.includes('name="password"');
    if (wasAsked) {
      const { fields, action } = formOf(page.html, page.url);
      page = await this.#open(action, { ...fields, username: "ada", password: PASSWORD });
    }
    return { ...formOf(page.html, page.url), wasAsked };
  }

  /** Opens an address of the company's and returns the page at its end. */
  async read(url: string): Promise<string> {
    return (await this.#open(url)).html;
  }

  /** Opens an address of the company's and returns the first one elsewhere that it leads to. */
  async leave(url: string): Promise<string> {
    const { origin } = new URL(url);
    for (let next = url; ; ) {
      const { location, html } = await this.#ask(next);
      if (location === null) throw new Error(`the identity provider answered: ${html.slice(0, 2_000)}`);
      next = new URL(location, next).href;
      if (new URL(next).origin !== origin) return next;
    }
  }

  async #open(url: string, form?: Record<string, string>): Promise<{ url: string; html: string }> {
    const { location, html } = await this.#ask(url, form);
    return location === null ? { url, html } : this.#open(new URL(location, url).href);
  }

  async #ask(url: string, form?: Record<string, string>): Promise<{ location: string | null; html: string }> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const posted = form && { method: "POST", body: new URLSearchParams(form) };
    const response = await fetch(url, { headers: { cookie }, redirect: "manual", ...posted });
    for (const field of response.headers.getSetCookie()) {
      const [pair = ""] = field.split(";", 1);
      this.#cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return { location: response.headers.get("location"), html: await response.text() };
  }
}

function formOf(html: string, url: string): { action: string; fields: Record<string, string> } {
  const unquote = (text: string) =>
    text.replace(/&#x?[0-9a-f]+;|&(quot|amp|lt|gt);/gi, (entity) => ENTITIES[entity] ?? entity);
  const form = /<form[^>]*method="post"[^>]*>/i.exec(html)?.[0];
  if (form === undefined) throw new Error(`the identity provider answered: ${html.slice(0, 2_000)}`);
  const action = new URL(unquote(/action="([^"]*)"/.exec(form)?.[1] ?? ""), url).href;
  const fields: Record<string, string> = {};
  for (const [input] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const of = (name: string) => unquote(new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? "");
    fields[of("name")] = of("value");
  }
  return { action, fields };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&#039;": "'",
  "&#x2F;": "/",
};

import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";

const folder = process.env.COPPICE_TEST_MAIL_FOLDER ?? "";

export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** The first link that leads to a hosted page, and the code beside it; empty where there is none. */
  link: string;
  code: string;
}

/** One mailbox of one test: each mail is waited for and read once, in the order they came. */
export class Mailbox {
  readonly #email: string;
  #read = 0;

  constructor(email: string) {
    this.#email = email;
  }

  async next(): Promise<Mail> {
    let mail: Mail | undefined;
    await expect
      .poll(() => {
        mail = mailsTo(this.#email)[this.#read];
        return mail !== undefined;
      }, `a mail to ${this.#email}`)
      .toBe(true);
    if (!mail) throw new Error("unreachable");
    this.#read += 1;
    noteSecrets(mail);
    return mail;
  }
}

function mailsTo(email: string): Mail[] {
  const names = readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  return names.sort().flatMap((name) => {
    const { to, subject, text, html } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    if (!to.includes(email)) return [];
    const [link = ""] = /https?:\/\/\S+\/auth\/p_\S+/.exec(text) ?? [];
    const [code = ""] = /^\s*(\d{6})\s*$/m.exec(text)?.slice(1) ?? [];
    return [{ subject, text, html, link, code }];
  });
}

/** For the search of the service's output when the tests are over. */
function noteSecrets({ link, code }: Mail): void {
  const file = process.env.COPPICE_USED_SECRETS_FILE;
  const token = URL.parse(link)?.searchParams.get("token") ?? "";
  if (file === undefined) return;
  for (const secret of [token, code]) if (secret !== "") appendFileSync(file, `${JSON.stringify(secret)}\n`);
}

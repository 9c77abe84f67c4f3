import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";

/** The names of the guide. */
export const NAMES = ["coppice.example", "coppice-content.example"] as const;

export interface Proxied {
  web: number;
  content: number;
}

export interface RunningProxy {
  port: number;
  /** The authority that its certificates come from, as PEM, and the file of it. */
  authority: string;
  certificate: string;
  /** The lines that make curl come to it by the names of the guide, as in ~/.curlrc. */
  curlrc: string;
  /** Has nginx take a changed file, as a reload of its service does. Resolves once the old one is out of use. */
  reload(file: string): Promise<void>;
  stop(): Promise<void>;
}

interface Placed extends Proxied {
  home: string;
  port: number;
  plainPort: number;
  key: string;
  certificate: string;
}

/** Runs a proxy by the file of the guide on free ports of this machine, with a certificate of the test's. */
export async function startProxy(name: keyof typeof PROXIES, file: string, proxied: Proxied, home: string) {
  await mkdir(home);
  const [port, plainPort] = [await findFreePort([]), await findFreePort([])];
  const [key, certificate] = [join(home, "key.pem"), join(home, "certificate.pem")];
  const subject = ["-subj", "/CN=coppice.example"];
  const names = ["-addext", `subjectAltName=${[...NAMES, "localhost"].map((each) => `DNS:${each}`).join()}`];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-nodes", ...curve, ...files, ...subject, ...names], { stdio: "ignore" });
  const { write, run } = PROXIES[name];
  const placed = { ...proxied, home, port, plainPort, key, certificate };
  write(file, placed);
  const child = run(placed);
  const ended = once(child, "exit");
  await vi.waitFor(() => fetch(`http://127.0.0.1:${plainPort}`, { redirect: "manual" }), {
    ...{ interval: 50, timeout: 60_000 },
  });
  const connect = NAMES.map((each) => `connect-to = "${each}:443:127.0.0.1:${port}"\n`).join("");
  const running: RunningProxy = {
    ...{
      port,
      certificate,
      authority: readFileSync(certificate, "utf8"),
      curlrc: `${connect}cacert = "${certificate}"\n`,
    },
    reload: async (changed) => {
      const before = workersOf(child);
      write(changed, placed);
      child.kill("SIGHUP");
      const isOver = () => workersOf(child).every((worker) => !before.includes(worker));
      await vi.waitUntil(isOver, { interval: 20, timeout: 60_000 });
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
  return running;
}

function workersOf({ pid }: ChildProcess): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
}

interface Program {
  /** Writes the configuration. */
  write(file: string, placed: Placed): void;
  run(placed: Placed): ChildProcess;
}

const nginx: Program = {
  write: (file, { home, port, plainPort, web, content, key, certificate }) => {
    const site = file
      .replaceAll("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
      .replaceAll("listen 80", `listen 127.0.0.1:${plainPort}`)
      .replaceAll(/\/etc\/letsencrypt\S+fullchain\.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\S+privkey\.pem/g, key)
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${web}`)
      .replaceAll("127.0.0.1:3001", `127.0.0.1:${content}`);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const folders = temporary.map((each) => `${each}_temp_path ${home}/${each};`);
    const http = [...folders, "access_log off;", site].join("\n");
    writeFileSync(
      join(home, "nginx.conf"),
      `pid ${home}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`,
    );
  },
  run: ({ home }) => {
    const args = ["-c", join(home, "nginx.conf"), "-g", "daemon off;"];
    return spawn("/usr/sbin/nginx", args, { stdio: "ignore" });
  },
};

const caddy: Program = {
  write: (file, { home, port, plainPort, web, content, key, certificate }) => {
    const [ports, tls] = [`http_port ${plainPort}\n  https_port ${port}`, `tls ${certificate} ${key}`];
    const site = file
      .replaceAll(/^(\S+\.example) \{$/gm, `$1 {\n  bind 127.0.0.1\n  ${tls}`)
      .replace("coppice.example {", "coppice.example, localhost {")
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${web}`)
      .replaceAll("127.0.0.1:3001", `127.0.0.1:${content}`);
    writeFileSync(join(home, "Caddyfile"), `{\n  admin off\n  ${ports}\n}\n${site}\n`);
  },
  run: ({ home }) => {
    const env = { NODE_ENV: "test", PATH: process.env.PATH, HOME: home } as const;
    const args = ["run", "--adapter", "caddyfile", "--config", join(home, "Caddyfile")];
    return spawn("caddy", args, { env, stdio: "ignore" });
  },
};

const PROXIES = { nginx, caddy };

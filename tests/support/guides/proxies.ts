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
  const child = PROXIES[name](file, { ...proxied, home, port, plainPort, key, certificate });
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
    stop: async () => {
      child.kill();
      await ended;
    },
  };
  return running;
}

const PROXIES = {
  nginx: (file: string, { home, port, plainPort, web, content, key, certificate }: Placed): ChildProcess => {
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
    const configuration = join(home, "nginx.conf");
    writeFileSync(configuration, `pid ${home}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`);
    return spawn("/usr/sbin/nginx", ["-c", configuration, "-g", "daemon off;"], { stdio: "ignore" });
  },
  caddy: (file: string, { home, port, plainPort, web, content, key, certificate }: Placed): ChildProcess => {
    const [ports, tls] = [`http_port ${plainPort}\n  https_port ${port}`, `tls ${certificate} ${key}`];
    const site = file
      .replaceAll(/^(\S+\.example) \{$/gm, `$1 {\n  bind 127.0.0.1\n  ${tls}`)
      .replace("coppice.example {", "coppice.example, localhost {")
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${web}`)
      .replaceAll("127.0.0.1:3001", `127.0.0.1:${content}`);
    const configuration = join(home, "Caddyfile");
    writeFileSync(configuration, `{\n  admin off\n  ${ports}\n}\n${site}\n`);
    const env = { NODE_ENV: "test", PATH: process.env.PATH, HOME: home } as const;
    const args = ["run", "--adapter", "caddyfile", "--config", configuration];
    return spawn("caddy", args, { env, stdio: "ignore" });
  },
};

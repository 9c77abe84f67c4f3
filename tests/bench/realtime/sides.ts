import { execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import type { CleanUp } from "../clean-up";
import type { Target } from "./clients";
import { RawSocket } from "./raw-socket";

/** One server that hands messages to many sockets. */
export interface Side {
  name: string;
  target: Target;
  /** The processes that do the work. */
  pids: number[];
  /** Returns a function that sends a message and resolves once the server has taken it, for one sender. */
  openSender(): Promise<Sender>;
}

export interface Sender {
  send(message: object): Promise<void>;
  close(): void;
}

export async function startSocketIo(cleanUp: CleanUp): Promise<Side> {
  const child = fork("dist/bench/realtime/socket-io-server.js");
  cleanUp.add(() => child.kill());
  const [{ port }] = (await once(child, "message")) as [AddressInfo];
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
  return {
    name: "socket.io",
    target: { kind: "socket.io", url },
    pids: [child.pid ?? 0],
    openSender: () =>
      openSender(url, null, {
        onText: (text, socket) => {
          if (text[0] === "0") socket.send("40");
          if (text[0] === "2") socket.send("3");
          return text.startsWith("40") ? "ready" : text.startsWith("43") ? "taken" : null;
        },
        write: (message) => `421${JSON.stringify(["moved", message])}`,
      }),
  };
}

const MODULES = ["/usr/lib/nginx/modules", "/usr/share/nginx/modules"];

/** nginx with nchan, with one worker for each core; `null` where it is not installed. */
export async function startNchan(cleanUp: CleanUp, folder: string): Promise<Side | null> {
  const module = MODULES.map((path) => join(path, "ngx_nchan_module.so")).find((path) => existsSync(path));
  if (!module || !existsSync("/usr/sbin/nginx")) {
    process.stderr.write("nginx with nchan is missing: apt-get install nginx libnginx-mod-nchan\n");
    return null;
  }
  const home = join(folder, "nchan");
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
  const port = await findFreePort([]);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  const configuration = `load_module ${module};
    user root; worker_processes auto; worker_rlimit_nofile 20000; pid ${home}/nginx.pid; error_log stderr;
    events { worker_connections 15000; }
    http {
      ${folders.join("\n")}
      access_log off; keepalive_requests 100000000; nchan_max_reserved_memory 256M;
      server {
        listen 127.0.0.1:${port};
        location = /sub { nchan_subscriber websocket; nchan_channel_id room; nchan_subscriber_first_message newest; }
        location = /pub { nchan_publisher; nchan_channel_id room; nchan_message_buffer_length 1000; }
      }
    }`;
  await writeFile(join(home, "nginx.conf"), configuration);
  const child = spawn("/usr/sbin/nginx", ["-c", join(home, "nginx.conf"), "-g", "daemon off;"], { stdio: "inherit" });
  cleanUp.add(() => child.kill());
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 50));
  const workers = execFileSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" });
  return {
    name: "nginx with nchan",
    target: { kind: "nchan", url: `ws://127.0.0.1:${port}/sub` },
    pids: workers.trim().split("\n").map(Number),
    openSender: async () => ({ send: (message) => post(`${url}/pub`, message, {}), close: () => undefined }),
  };
}

interface SenderWords {
  onOpen?(socket: RawSocket): void;
  /** Tells the meaning of a text of the server. */
  onText(text: string, socket: RawSocket): "ready" | "taken" | null;
  write(message: object): string;
}

/** A client that sends a message, and the next one once the server has said that it took it. */
export function openSender(url: string, protocol: string | null, words: SenderWords): Promise<Sender> {
  return new Promise((resolve, reject) => {
    let taken: () => void = () => {};
    const socket: RawSocket = new RawSocket(url, protocol, {
      onOpen: () => words.onOpen?.(socket),
      onText: (bytes, start, end) => {
        const meaning = words.onText(bytes.toString("utf8", start, end), socket);
        if (meaning === "ready") resolve(sender);
        if (meaning === "taken") taken();
      },
      onEnd: () => reject(new Error(`A sender of ${url} was closed.`)),
    });
    const sender: Sender = {
      send: (message) =>
        new Promise((done) => {
          taken = done;
          socket.send(words.write(message));
        }),
      close: () => socket.destroy(),
    };
  });
}

export async function post(url: string, body: object, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`POST ${url} was answered ${response.status}: ${answer}`);
}

/** The unit of /proc/<pid>/stat (proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;

/** Seconds that processes have had a core for. */
export async function processorSeconds(pids: readonly number[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS_PER_SECOND;
}

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import type { CleanUp } from "../clean-up";

const SECRET = "bench";
const UNTIL = 4_102_444_800;

export interface Nginx {
  url: string;
  /** The path of a file with a signature, as `secure_link` checks it. */
  signed(name: string): string;
}

/** nginx with one worker for each core, which serves files by signed addresses and takes them by PUT. */
export async function startNginx(cleanUp: CleanUp, folder: string, files: Record<string, Uint8Array>): Promise<Nginx> {
  const home = join(folder, "nginx");
  const served = join(home, "files");
  await mkdir(served, { recursive: true });
  await chmod(home, 0o755);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(served, name), bytes);
  const port = await findFreePort([]);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  const configuration = `user root; worker_processes auto; pid ${home}/nginx.pid; error_log stderr; events {}
    http {
      ${folders.join("\n")}
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; client_max_body_size 0;
      server {
        listen 127.0.0.1:${port};
        location /files/ {
          root ${home};
          secure_link $arg_s,$arg_e;
          secure_link_md5 "$secure_link_expires$uri ${SECRET}";
          if ($secure_link = "") { return 403; }
          if ($secure_link = "0") { return 410; }
        }
        location /put/ { root ${home}; dav_methods PUT; create_full_put_path on; }
      }
    }`;
  await writeFile(join(home, "nginx.conf"), configuration);
  const child = spawn("/usr/sbin/nginx", ["-c", join(home, "nginx.conf"), "-g", "daemon off;"], { stdio: "inherit" });
  cleanUp.add(() => child.kill());
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 50));
  const signed = (name: string) => {
    const path = `/files/${name}`;
    const signature = createHash("md5").update(`${UNTIL}${path} ${SECRET}`).digest("base64url");
    return `${path}?s=${signature}&e=${UNTIL}`;
  };
  return { url, signed };
}

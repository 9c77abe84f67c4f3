import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { roleAtDoor } from "@/lib/http/door/door-paths";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import { createDoor } from "@/lib/server/connections/door";
import { giveAway } from "@/lib/server/connections/give-away";
import { listen, listenAt } from "@/lib/server/connections/listen";

/** A web process with nothing to load behind the door, which repeats its request. */
const [, , socketPath = ""] = process.argv;
const own = createHttpServer(
  async (request, response) => {
    const body = await text(request);
    response.end(`web ${request.method} ${request.url} ${body.length} from ${request.headers.from ?? ""}\n`);
  },
  () => "req_test",
  "http://localhost",
);
const door = createDoor({ own, roleOf: (path) => roleAtDoor(path, ["sql"]), giveAway });
await listenAt(own, socketPath);
await listen(door, 0, "127.0.0.1");
process.send?.({ type: "listening", port: (door.address() as AddressInfo).port });

import pg from "pg";
import { expect, test } from "vitest";
import { bySocket, serverSocketOf } from "@/lib/core/db/server-socket";

const socket = serverSocketOf({ socketDirectory: "/tmp/a folder", port: 5433 });
const url = "postgresql://owner:secret%2F@127.0.0.1:5433/shop";

test("node-postgres connects to the socket's folder, with everything else as in the string", () => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: bySocket(url, socket) });
  expect([host, port, user, password, database]).toEqual(["/tmp/a folder", 5433, "owner", "secret/", "shop"]);
});

test.each([
  ["another port of this machine", "postgresql://owner@127.0.0.1:5434/shop", socket],
  ["the same port of another machine", "postgresql://owner@192.0.2.7:5433/shop", socket],
  ["any server without a socket", url, null],
])("the string of %s stays as it is", (_of, text, path) => {
  expect(bySocket(text, path)).toBe(text);
});

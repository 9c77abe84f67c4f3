import { expect, it } from "vitest";
import { adviceOnLocalhost } from "@/lib/server/supervise/localhost";

const url = "http://localhost:3000";

it("8.4: says that localhost is the other loopback address on this machine, and what to set", () => {
  expect(adviceOnLocalhost({ host: "127.0.0.1", url }, ["::1"])).toBe(
    "On this machine localhost is ::1, and HOST is 127.0.0.1, so http://localhost:3000 doesn't open in every program. Set HOST to ::1, or COPPICE_URL.",
  );
  expect(adviceOnLocalhost({ host: "::1", url }, ["127.0.0.1"])).toContain("Set HOST to 127.0.0.1");
});

it("8.4: says nothing where the address leads to the service, or the operator has chosen another", () => {
  expect(adviceOnLocalhost({ host: "::1", url }, ["127.0.0.1", "::1"])).toBeNull();
  expect(adviceOnLocalhost({ host: "127.0.0.1", url: "http://[::1]:3000" }, ["::1"])).toBeNull();
  for (const host of ["0.0.0.0", "::", "localhost"]) expect(adviceOnLocalhost({ host, url }, ["::1"])).toBeNull();
  expect(adviceOnLocalhost({ host: "127.0.0.1", url }, [])).toBeNull();
});

import { describe, expect, it } from "vitest";
import { addressHint, originHint } from "@/lib/sign-in/pages/hints";

const PROJECT = { id: "p_1", settings: { allowedOrigins: [], redirectAddresses: [] } } as unknown as Parameters<
  typeof addressHint
>[1];

describe("the hints of an address that is refused", () => {
  it.each(["myapp://home", "javascript:alert(1)", "data:text/html,x", "no address", "http://shop.example/in"])(
    "SI-L4: suggest no command that is refused, for %s",
    (address) => {
      expect(addressHint(address, PROJECT)).not.toContain("allowedOrigins=");
      expect(originHint(address, PROJECT)).not.toContain("allowedOrigins=");
    },
  );

  it("SI-L4: name the device code to an app with an address of its own", () => {
    expect(addressHint("myapp://home", PROJECT)).toContain("device code");
    expect(addressHint("https://shop.example/in", PROJECT)).toContain(`'allowedOrigins=["https://shop.example"]'`);
    expect(originHint("http://localhost:3000", PROJECT)).toContain(`'allowedOrigins=["http://localhost:3000"]'`);
  });
});

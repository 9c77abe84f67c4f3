import { expect, it } from "vitest";
import { type KeyRing, SecretSealer } from "@/lib/core/crypto/seal";
import { approveDevice } from "@/lib/sign-in/device/decide";
import { findDevice } from "@/lib/sign-in/device/find";
import { requestDeviceCode } from "@/lib/sign-in/device/request";
import { random } from "@/tests/support/context";
import { expectSignInError, makeUserContext, signUp } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest } from "@/tests/support/test-browser";

const key = (id: string) => ({ id, secret: random.bytes(32) });

it("a device's code is found after a restart with a rotated key ring, and no longer once its key is removed", async () => {
  const [old, next] = [key("t1"), key("t2")];
  const sealer = (ring: KeyRing) => new SecretSealer(ring, random);
  const settings = { methods: { deviceCode: true } };
  const ctx = await makeUserContext({ settings, sealer: sealer([old]) });
  await signUp(ctx);
  const codes = await send(otherBrowser(ctx), requestDeviceCode, { client_id: "acme-cli", scope: "" });
  const rotated = { ...(await signedInRequest(ctx)), sealer: sealer([next, old]) };
  expect(await findDevice(rotated, codes.user_code)).toMatchObject({ clientId: "acme-cli", status: "pending" });
  await approveDevice(rotated, { userCode: codes.user_code.toLowerCase().replace("-", " ") });
  expect((await findDevice(rotated, codes.user_code)).status).toBe("approved");
  const without = { ...(await nextRequest(rotated)), sealer: sealer([next]) };
  await expectSignInError(findDevice(without, codes.user_code), "INVALID_USER_CODE");
});

import { expect, test } from "vitest";
import { createWebhookSecret, signWebhook } from "@/lib/sign-in/webhooks/signature";

test("the signature is that of the specification's example", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signWebhook(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], message)).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a secret is 32 random bytes in base64", () => {
  const secret = createWebhookSecret({ bytes: (length) => new Uint8Array(length).fill(7) });
  expect(secret).toBe(`whsec_${Buffer.alloc(32, 7).toString("base64")}`);
});

import { describe, expect, it } from "vitest";
import { secretsIn, secretsReceived, secretsSent } from "@/tests/support/exchanged-secrets";
import { findLeaks } from "@/tests/support/leaked-secrets";

const SECRET = "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5d";

const placesOf = (text: string, secrets = [SECRET]) => findLeaks(secrets, new Map([["log", text]])).length;

describe("the search for leaked secrets", () => {
  it("LG-01: finds a secret as it is, in JSON, in an address, in base64 and in hexadecimal", () => {
    const quoted = 'correct "horse" battery';
    expect(placesOf(`{"msg":"${SECRET}"}`)).toBe(1);
    expect(placesOf(`a ${SECRET} b ${SECRET}`)).toBe(2);
    expect(placesOf(JSON.stringify({ a: quoted }), [quoted])).toBe(1);
    expect(placesOf(`?p=${encodeURIComponent(quoted)}`, [quoted])).toBe(1);
    expect(placesOf(Buffer.from(SECRET).toString("base64"))).toBe(1);
    expect(placesOf(Buffer.from(SECRET).toString("hex"))).toBe(1);
    expect(placesOf(SECRET.slice(0, 31))).toBe(0);
  });

  it("LG-01: finds a mailed code that stands alone, and takes no process id or part of a number for one", () => {
    const codes = ["482913"];
    expect(placesOf("your code is 482913, use it", codes)).toBe(1);
    expect(placesOf('{"code":"482913"}', codes)).toBe(1);
    expect(placesOf("average=0.000 s; distance=482913 kB, estimate=482913 kB; lsn=0/1482913", codes)).toBe(0);
    expect(placesOf('{"pid":482913} [482913] 1482913 09:17:05.482913 x482913', codes)).toBe(0);
  });

  it("LG-01: knows the secrets in requests, answers and mails, and that names of things are not", () => {
    const headers = new Headers({ authorization: `Bearer ${SECRET}`, cookie: "a=b; s=0123456789abcdefghijk" });
    const body = JSON.stringify({
      email: "ada@example.com",
      password: "battery staple 1",
      token: "ses_4k9x2m7q1w8e5r3t6y0u",
    });
    expect(secretsSent(headers, body)).toEqual([SECRET, "0123456789abcdefghijk", "battery staple 1"]);
    const cookies = new Headers([["set-cookie", "s=0123456789abcdefghijkl; Path=/"]]);
    const uri = `otpauth://totp/Shop:ada?secret=${"JBSWY3DPEHPK3PXP".repeat(2)}`;
    const answer = JSON.stringify({ totpURI: uri, backupCodes: ["ABCD-EFG1"], user: { name: "Ada Lovelace 1" } });
    expect(secretsReceived(cookies, true, answer)).toEqual([
      "0123456789abcdefghijkl",
      "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      "ABCD-EFG1",
    ]);
    expect(secretsReceived(new Headers(), false, '{"code":"INVALID_OTP_TYPE_1"}')).toEqual([]);
    const example = '{"examples":{"code":"CROSS_SITE_NAVIGATION_LOGIN_BLOCKED"}}';
    expect(secretsReceived(new Headers(), true, example)).toEqual([]);
    const mail = { link: `https://a.example/auth/p_1/magic-link?token=${SECRET}`, code: "482913", expiresInMinutes: 5 };
    expect(secretsIn(mail)).toEqual([SECRET, "482913"]);
    expect(secretsSent(new Headers(), `email=a%40b.example&password=battery+staple+2`)).toEqual(["battery staple 2"]);
  });
});

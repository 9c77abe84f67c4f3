import { createHash, createHmac, pbkdf2Sync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isScramVerifier, scramVerifier } from "@/lib/core/crypto/scram";

/** RFC 7677 section 3: user "user", password "pencil". */
const RFC = {
  salt: "W22ZaJ0SNY7soEsUEjb6gQ==",
  authMessage:
    "n=user,r=rOprNGfwEbeRWgbNEkqO,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0," +
    "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0",
  clientProof: "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
  serverSignature: "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
};

const withSalt = (base64: string) => ({ bytes: () => new Uint8Array(Buffer.from(base64, "base64")) });

describe("a SCRAM-SHA-256 verifier", () => {
  it("takes the client proof and makes the server signature of RFC 7677", () => {
    const verifier = scramVerifier("pencil", withSalt(RFC.salt));
    const [, salt, storedKey = "", serverKey = ""] = /^SCRAM-SHA-256\$4096:([^$]+)\$([^:]+):(.+)$/.exec(verifier) ?? [];
    expect(salt).toBe(RFC.salt);
    const hmac = (key: string) => createHmac("sha256", Buffer.from(key, "base64")).update(RFC.authMessage).digest();
    expect(hmac(serverKey).toString("base64")).toBe(RFC.serverSignature);
    const proof = Buffer.from(RFC.clientProof, "base64");
    const clientKey = hmac(storedKey).map((byte, i) => byte ^ (proof[i] ?? 0));
    expect(createHash("sha256").update(clientKey).digest("base64")).toBe(storedKey);
  });

  it("does not hold the password, and differs by salt", () => {
    const one = scramVerifier("pencil", withSalt(RFC.salt));
    const other = scramVerifier("pencil", withSalt("AAAAAAAAAAAAAAAAAAAAAA=="));
    expect(one).not.toContain("pencil");
    expect(other.split("$")[2]).not.toBe(one.split("$")[2]);
    expect(pbkdf2Sync("pencil", Buffer.from(RFC.salt, "base64"), 4096, 32, "sha256")).toHaveLength(32);
  });

  it("PG-16: is told from anything that Postgres would take for a password in the clear", () => {
    const verifier = scramVerifier("pencil", withSalt(RFC.salt));
    expect(isScramVerifier(verifier)).toBe(true);
    const wrong = ["", "pencil", `${verifier} `, verifier.slice(1), verifier.slice(0, -1), `${verifier}\n`];
    for (const value of [...wrong, verifier.replace("4096", ""), verifier.replace("==", "")]) {
      expect(isScramVerifier(value)).toBe(false);
    }
  });
});

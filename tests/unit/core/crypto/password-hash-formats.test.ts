import { describe, expect, it } from "vitest";
import { hashPassword, isOutdatedHash, verifyPassword } from "@/lib/core/crypto/password";
import { PasswordHashError, readPasswordHash } from "@/lib/core/crypto/password-hash-formats";

const PASSWORD = "correct horse battery staple";

/** Made by passlib 1.7.4, Apache's htpasswd, PHP's password_hash and Django's hasher, from PASSWORD. */
const FOREIGN = {
  "bcrypt 2a": "$2a$06$if14QrHSKQrMfssV/EnYMOu.YUD4lvC0l5KNnyq6VOGfUSbR06gPy",
  "bcrypt 2b": "$2b$06$81SXNNmnEz29378/zNOxjud7VAtw5fbD4Eh6NUF7zK7ajitxdJFa2",
  "bcrypt 2y of Apache": "$2y$06$SG7JlrDMeGijegYJkY84GujBT0tLfC7964UmypF.MiXyIQxQ2gSJO",
  "bcrypt 2y of PHP": "$2y$06$SELPcs.NfSiC39QInY5CfO/ScOvp16u5uHHsM0Iub5QD1XDYKil9C",
  "argon2i of PHP": "$argon2i$v=19$m=1024,t=2,p=1$VFN5aDRXUFRRU29IMEh5Zg$mhxz79cdVqI62d36Pvs2LtsjvFqvKm1vbOhVAp4Cf24",
  "scrypt of passlib": "$scrypt$ln=14,r=8,p=1$2ltL6R2DcG5t7b33vtcaow$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM",
  "PBKDF2 with SHA-1": "$pbkdf2$2000$JWQsBYAQ4vw/p5TyvnfOuQ$b/8DgLpi8K88WShsvWzgqae8dyA",
  "PBKDF2 with SHA-256": "$pbkdf2-sha256$2000$sbaW0hojhBBizNkb41xLaQ$7wQvQ3ZXKvx.CqQ/YALwoh1MhiZwmvsJdN6qVfEfWB4",
  "PBKDF2 as a PHC string":
    "$pbkdf2-sha256$i=2000,l=32$sbaW0hojhBBizNkb41xLaQ$7wQvQ3ZXKvx+CqQ/YALwoh1MhiZwmvsJdN6qVfEfWB4",
  "PBKDF2 with SHA-512":
    "$pbkdf2-sha512$2000$ZEzpfW.NEeKcM2ZszXkPgQ$hH8JsZB/Q3G8Sr3sq27YjXW1o0/MEiFfoes4EKzNhRZs7a5HktAarjV03THNcDcMtwJm4boH1kolH4tBRiDxAw",
  "PBKDF2 of Django": "pbkdf2_sha256$2000$Is0BDTduvXZq$Oj2PIC2vR1WSfusKkP5ucdfdqvWrqlOe6T5kgraY3M0=",
};

/** The example of Firebase's own scrypt, github.com/firebase/scrypt. */
const FIREBASE_PASSWORD = "user1password";
const FIREBASE =
  "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";

describe("a hash of another service", () => {
  it.each(Object.entries(FOREIGN))(
    "%s verifies with its password alone, and is to be replaced",
    async (_name, hash) => {
      expect(await verifyPassword(hash, PASSWORD)).toBe(true);
      expect(await verifyPassword(hash, `${PASSWORD} `)).toBe(false);
      expect(await verifyPassword(hash, "")).toBe(false);
      expect(isOutdatedHash(hash)).toBe(true);
    },
  );

  it("Firebase's scrypt verifies with the signer key", async () => {
    expect(await verifyPassword(FIREBASE, FIREBASE_PASSWORD)).toBe(true);
    expect(await verifyPassword(FIREBASE, "user2password")).toBe(false);
    expect(await verifyPassword(FIREBASE.replace("sk=jx", "sk=jy"), FIREBASE_PASSWORD)).toBe(false);
  });

  it("better-auth's own verifies", async () => {
    const { hashPassword: hashThere } = await import("better-auth/crypto");
    const hash = await hashThere(PASSWORD);
    expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(await verifyPassword(hash, PASSWORD)).toBe(true);
    expect(await verifyPassword(hash, "another password")).toBe(false);
  });

  it("verifies as the text was typed there, where nothing was normalised, and ours in each form", async () => {
    const { hashSync } = await import("@node-rs/bcrypt");
    const decomposed = "cafe\u0301 au lait";
    const foreign = hashSync(decomposed, 4);
    expect(await verifyPassword(foreign, decomposed)).toBe(true);
    expect(await verifyPassword(await hashPassword(decomposed), "caf\u00e9 au lait")).toBe(true);
  });
});

describe("a text that is no usable hash", () => {
  const HOSTILE = [
    "$scrypt$ln=40,r=8,p=1$c2FsdHNhbHRzYWx0$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM",
    "$scrypt$ln=18,r=8,p=1$c2FsdHNhbHRzYWx0$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM",
    "$scrypt$ln=14,r=8,p=1000000$c2FsdHNhbHRzYWx0$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM",
    "$scrypt$ln=0,r=8,p=1$c2FsdHNhbHRzYWx0$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM",
    "$scrypt$ln=99999999999999999999,r=8,p=1$c2FsdHNhbHRzYWx0$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM",
    "$pbkdf2-sha256$1000000000$sbaW0hojhBBizNkb41xLaQ$7wQvQ3ZXKvx.CqQ/YALwoh1MhiZwmvsJdN6qVfEfWB4",
    "$pbkdf2-sha256$0$sbaW0hojhBBizNkb41xLaQ$7wQvQ3ZXKvx.CqQ/YALwoh1MhiZwmvsJdN6qVfEfWB4",
    "pbkdf2_sha256$1000000000$Is0BDTduvXZq$Oj2PIC2vR1WSfusKkP5ucdfdqvWrqlOe6T5kgraY3M0=",
    "$2b$31$81SXNNmnEz29378/zNOxjud7VAtw5fbD4Eh6NUF7zK7ajitxdJFa2",
    "$2b$03$81SXNNmnEz29378/zNOxjud7VAtw5fbD4Eh6NUF7zK7ajitxdJFa2",
    "$argon2id$v=19$m=4194304,t=3,p=1$VFN5aDRXUFRRU29IMEh5Zg$mhxz79cdVqI62d36Pvs2LtsjvFqvKm1vbOhVAp4Cf24",
    "$argon2id$v=19$m=65536,t=1000,p=1$VFN5aDRXUFRRU29IMEh5Zg$mhxz79cdVqI62d36Pvs2LtsjvFqvKm1vbOhVAp4Cf24",
    "$fbscrypt$v=1,n=40,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH$42xE$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQND",
  ];
  const WRONG = [
    "",
    PASSWORD,
    "5f4dcc3b5aa765d61d8327deb882cf99",
    "$1$abc$def",
    "$pbkdf2-sha256$2000$sbaW0hojhBBizNkb41xLaQ$7wQ",
    "$pbkdf2-md5$2000$sbaW0hojhBBizNkb41xLaQ$7wQvQ3ZXKvx.CqQ/YALwoh1MhiZwmvsJdN6qVfEfWB4",
    "$scrypt$ln=14,r=8,p=1$salt!$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM",
    "$2b$06$tooshort",
    `$scrypt$ln=14,r=8,p=1$${"a".repeat(2_000)}$KH7+EeSANS8`,
  ];

  it.each([...HOSTILE, ...WRONG])("is refused without being tried, and without being told: %s", (text) => {
    const before = process.cpuUsage();
    expect(() => readPasswordHash(text)).toThrow(PasswordHashError);
    expect(process.cpuUsage(before).user).toBeLessThan(50_000);
    if (text === "") return;
    try {
      readPasswordHash(text);
    } catch (error) {
      expect(String(error)).not.toContain(text);
    }
  });
});

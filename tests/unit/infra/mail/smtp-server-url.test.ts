import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { parseSmtpUrl } from "@/lib/infra/mail/smtp-server-url";

const rulesOf = (url: string) => {
  const { secure, requireTLS, ignoreTLS, tls, port } = parseSmtpUrl(url);
  return { secure, requireTLS, ignoreTLS, port, verifies: tls?.rejectUnauthorized, least: tls?.minVersion };
};

test("a server elsewhere is reached by TLS that is verified, or not at all", () => {
  const least = "TLSv1.2";
  expect(rulesOf("smtp://mail.example.com")).toEqual({
    ...{ secure: false, requireTLS: true, ignoreTLS: false, port: 587, verifies: true, least },
  });
  expect(rulesOf("smtps://mail.example.com")).toMatchObject({ secure: true, port: 465, verifies: true });
  expect(rulesOf("smtp://10.0.0.5:25")).toMatchObject({ requireTLS: true, port: 25, verifies: true });
  expect(rulesOf("smtp://localhost.example.com")).toMatchObject({ requireTLS: true });
});

test.each(["localhost", "127.0.0.1", "[::1]", "mail.localhost"])("%s needs no TLS", (host) => {
  expect(rulesOf(`smtp://${host}:1025`)).toMatchObject({ requireTLS: false, verifies: false, port: 1025 });
});

test("the URL can loosen it, and say a name and password with any characters", () => {
  expect(rulesOf("smtp://mail.example.com?tls=none")).toMatchObject({ requireTLS: false, ignoreTLS: true });
  expect(rulesOf("smtp://mail.example.com?tls=optional")).toMatchObject({ requireTLS: false, ignoreTLS: false });
  expect(rulesOf("smtp://mail.example.com?tls=unverified")).toMatchObject({ requireTLS: true, verifies: false });
  expect(rulesOf("smtps://mail.example.com?tls=unverified")).toMatchObject({ secure: true, verifies: false });
  expect(parseSmtpUrl("smtp://a%40b:p%3A%2F@mail.example.com").auth).toEqual({ user: "a@b", pass: "p:/" });
  expect(parseSmtpUrl("smtp://mail.example.com").auth).toBeUndefined();
});

test("a wrong mail variable is named, without its value", () => {
  for (const [name, value] of [
    ["SMTP_URL", "http://user:hunter2@mail.example.com"],
    ["SMTP_URL", "smtp://user:hunter2@mail.example.com?tls=maybe"],
    ["COPPICE_MAIL_FROM", "hunter2"],
    ["COPPICE_MAIL_SPF", "v=spf1 hunter2"],
    ["COPPICE_DNS_SERVERS", "hunter2"],
  ] as const) {
    const read = () => readEnvironment({ [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow("hunter2");
  }
});

test("the sender is no-reply at the service's own host unless it is set", () => {
  expect(readEnvironment({ COPPICE_URL: "https://id.example.com" }).mailFrom).toBe("no-reply@id.example.com");
  expect(readEnvironment({ COPPICE_MAIL_FROM: "hello@example.com" }).mailFrom).toBe("hello@example.com");
  const { dnsServers } = readEnvironment({ COPPICE_DNS_SERVERS: "192.0.2.1, [2001:db8::1]:5353" });
  expect(dnsServers).toEqual(["192.0.2.1", "[2001:db8::1]:5353"]);
});

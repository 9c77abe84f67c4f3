import { describe, expect, test } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "@/lib/infra/outgoing-http/public-address";

const INSIDE = [
  ...["127.0.0.1", "127.255.255.254", "::1", "0.0.0.0", "::", "0.0.0.1"],
  ...["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "100.100.100.200", "fd00::1"],
  ...["169.254.169.254", "fe80::1", "fe80::1%eth0", "fd00:ec2::254", "192.0.0.192", "168.63.129.16"],
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:7f00:1"],
  ...["::127.0.0.1", "::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:1::1"],
  ...["fec0::1", "ff02::1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "198.18.0.1", "203.0.113.5", "2001:db8::1"],
  ...["", "localhost", "not an address"],
];

describe("SS-01, SS-03: addresses that customers' requests never go to", () => {
  test.each(INSIDE)("%s is inside", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["1.1.1.1", "93.184.215.14", "172.32.0.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test("only this machine's own addresses are loopback", () => {
    expect(["127.0.0.1", "::1", "::ffff:127.0.0.1"].every(isLoopbackAddress)).toBe(true);
    expect(["10.0.0.1", "0.0.0.0", "1.1.1.1", "localhost"].some(isLoopbackAddress)).toBe(false);
  });
});

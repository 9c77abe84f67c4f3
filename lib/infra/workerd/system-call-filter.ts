import { arch } from "node:process";

/** Linux: include/uapi/linux/audit.h and the tables of system calls of each architecture. */
const ARCHITECTURES = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    clone3: 435,
    socket: 41,
    // ptrace, process_vm_*, mount, umount2, pivot_root, chroot, bpf, perf_event_open, keyctl and friends, userfaultfd,
    // modules, kexec, unshare, setns, io_uring, fork, vfork, personality, acct, swapon, reboot, open_by_handle_at,
    // the newer calls for mounts, pidfd_getfd.
    refused: [
      ...[57, 58, 101, 135, 155, 161, 163, 165, 166, 167, 169, 175, 246, 248, 249, 250, 272, 298, 304, 308, 310, 311],
      ...[312, 313, 320, 321, 323, 425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442],
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    clone3: 435,
    socket: 198,
    refused: [
      ...[39, 40, 41, 51, 89, 92, 97, 104, 105, 117, 142, 217, 218, 219, 224, 241, 265, 268, 270, 271, 272, 273, 280],
      ...[282, 294, 425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442],
    ],
  },
} as const;

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_SET = 0x45;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const REFUSE = 0x00050001;
const UNKNOWN_CALL = 0x00050026;

const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const CLONE_THREAD = 0x10000;
const AF_UNIX = 1;
/** The numbers of the x32 interface, which the audit architecture does not tell apart. */
const X32 = 0x40000000;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, operand: number];

/**
 * Returns a seccomp program (struct sock_filter[]) for the runtime of functions: no new processes, only Unix sockets,
 * and none of the calls with which kernels are attacked or other processes reached. `null` for an unknown architecture.
 */
export function systemCallFilter(): Buffer | null {
  const numbers = arch === "x64" || arch === "arm64" ? ARCHITECTURES[arch] : null;
  if (!numbers) return null;
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_IF_EQUAL, 1, 0, numbers.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    [JUMP_IF_AT_LEAST, 0, 1, X32],
    [RETURN, 0, 0, KILL],
    ...numbers.refused.flatMap((number): Instruction[] => [
      [JUMP_IF_EQUAL, 0, 1, number],
      [RETURN, 0, 0, REFUSE],
    ]),
    // The C library then makes threads by `clone`, whose flags can be looked at.
    [JUMP_IF_EQUAL, 0, 1, numbers.clone3],
    [RETURN, 0, 0, UNKNOWN_CALL],
    [JUMP_IF_EQUAL, 0, 4, numbers.clone],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [JUMP_IF_SET, 1, 0, CLONE_THREAD],
    [RETURN, 0, 0, REFUSE],
    [RETURN, 0, 0, ALLOW],
    [JUMP_IF_EQUAL, 0, 3, numbers.socket],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [JUMP_IF_EQUAL, 1, 0, AF_UNIX],
    [RETURN, 0, 0, REFUSE],
    [RETURN, 0, 0, ALLOW],
  ];
  return encode(program);
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, whenTrue, whenFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand, index * 8 + 4);
  }
  return bytes;
}

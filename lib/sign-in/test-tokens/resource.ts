import { z } from "zod";

const Id = z.string().meta({ example: "tst_4k9x2m7q1w8e5r3t6y0u" });
const UserId = z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" });
const UserEmail = z.string().meta({ example: "robot@example.com" });
const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });

export const TestToken = z
  .object({ id: Id, userId: UserId, email: UserEmail, createdBy: z.string(), createdAt: Moment, expiresAt: Moment })
  .meta({ id: "TestToken" });
export type TestToken = z.infer<typeof TestToken>;

export const TestTokenList = z.object({ items: z.array(TestToken) }).meta({ id: "TestTokenList" });

export const CreatedTestToken = z
  .object({
    id: Id,
    token: z.string().meta({
      description: "Signs in once. Shown this once.",
      example: "coppice_test_q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5dGaHiKoLmB3t0aZ9xY",
    }),
    userId: UserId,
    email: UserEmail,
    expiresAt: Moment,
  })
  .meta({ id: "CreatedTestToken" });
export type CreatedTestToken = z.infer<typeof CreatedTestToken>;

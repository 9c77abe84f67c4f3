import { z } from "zod";
import { ExplainAccessInput, explainAccess } from "@/lib/services/storage/buckets/explain";
import { showUserClaims } from "@/lib/sign-in/tokens/show-claims";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

const Body = z.strictObject({
  ...ExplainAccessInput.shape,
  /** The ID or the email address of a user of the project, whose claims stand in for those of the body. */
  user: z.string().min(1).max(254).optional(),
});
const MAX_BYTES = 32_768;

/** Returns the answer of a bucket's policy to a visitor, to a user of the project, or to any claims. */
export const POST = projectHandler(
  "dashboardExplainAccess",
  { params: { bucketId: "bucket" }, body: { schema: Body, maxBytes: MAX_BYTES } },
  async (ctx, { projectId, bucketId: bucket, user, ...asked }) => {
    const claims =
      user === undefined
        ? asked.claims
        : await showUserClaims(ctx, await findUserByOwner(ctx, { projectId }, user.trim()));
    return explainAccess(ctx, { projectId, bucket, ...asked, claims });
  },
);

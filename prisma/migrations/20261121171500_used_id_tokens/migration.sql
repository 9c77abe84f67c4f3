-- A mark of each ID token that was handed in, until it has expired: the token works once.
ALTER TABLE "verification" DROP CONSTRAINT "verification_purpose_check";
ALTER TABLE "verification"
    ADD CONSTRAINT "verification_purpose_check" CHECK (
        "purpose" IN (
            'sign-in', 'email-verification', 'forget-password', 'change-email-confirmation', 'change-email-verification',
            'delete-user', 'authorization-code', 'used-id-token'
        )
    );

-- A connection that is tried has a flow of its own, and its report is kept for some minutes.
ALTER TABLE "flow"
    DROP CONSTRAINT "flow_kind_check",
    ADD CONSTRAINT "flow_kind_check" CHECK (
        "kind" IN (
            'passkey-registration', 'passkey-authentication', 'social', 'sso', 'two-factor', 'magic-link',
            'email-verification', 'provider-trial', 'provider-trial-report', 'sso-trial', 'sso-trial-report'
        )
    );

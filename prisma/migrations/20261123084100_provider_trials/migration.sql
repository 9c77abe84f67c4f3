-- A member who tries a provider has a flow of their own, and its report is kept for some minutes.
ALTER TABLE "flow"
    DROP CONSTRAINT "flow_kind_check",
    ADD CONSTRAINT "flow_kind_check" CHECK (
        "kind" IN (
            'passkey-registration', 'passkey-authentication', 'social', 'two-factor', 'magic-link',
            'email-verification', 'provider-trial', 'provider-trial-report'
        )
    );

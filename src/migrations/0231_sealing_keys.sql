-- Whether anything is sealed by another key than these; ends at the first that is. Moments that no statement names go: since
-- when a method is refused, a price planned, a browser known, a member silent. What the demo wrote on a page is remembered.
create function is_sealed_beside(known bytea[]) returns boolean language sql stable as $$
  select exists (select from vault_keys where substr(sealed, 2, 4) <> all (known))
    or exists (select from mails where substr(sealed, 2, 4) <> all (known))
    or exists (select from totp_secrets where substr(sealed, 2, 4) <> all (known))
    or exists (select from staff_authenticators where substr(sealed, 2, 4) <> all (known))
$$;
--> statement-breakpoint
ALTER TABLE "website_infos" ADD COLUMN "sample" text;--> statement-breakpoint
ALTER TABLE "method_refusals" DROP COLUMN "since";--> statement-breakpoint
ALTER TABLE "planned_prices" DROP COLUMN "made_at";--> statement-breakpoint
ALTER TABLE "known_devices" DROP COLUMN "first_seen_at";--> statement-breakpoint
ALTER TABLE "wish_silence" DROP COLUMN "since";

-- By which keys anything is sealed, found by a few looks into an index. Moments that no statement names go: since when a method
-- is refused, a price planned, a browser known, a member silent. What the demo wrote on a page is remembered.
CREATE INDEX "mails_sealing_key" ON "mails" USING btree (substr("sealed", 2, 4)) WHERE sealed is not null;--> statement-breakpoint
CREATE INDEX "vault_keys_sealing_key" ON "vault_keys" USING btree (substr("sealed", 2, 4));--> statement-breakpoint
create function sealing_keys() returns setof text language sql stable as $$
  -- From one key to the next in order: an index says which that is, whatever the planner believes of how many there are.
  with recursive of_keys(id) as (
    (select substr(sealed, 2, 4) from vault_keys order by 1 limit 1)
    union all
    select (select substr(k.sealed, 2, 4) from vault_keys k where substr(k.sealed, 2, 4) > of_keys.id order by 1 limit 1)
    from of_keys where of_keys.id is not null
  ), of_mails(id) as (
    (select substr(sealed, 2, 4) from mails where sealed is not null order by 1 limit 1)
    union all
    select (select substr(m.sealed, 2, 4) from mails m
      where m.sealed is not null and substr(m.sealed, 2, 4) > of_mails.id order by 1 limit 1)
    from of_mails where of_mails.id is not null
  )
  select encode(id, 'hex') from (
    select id from of_keys
    union select id from of_mails
    union select substr(sealed, 2, 4) from totp_secrets
    union select substr(sealed, 2, 4) from staff_authenticators) every where id is not null
$$;
--> statement-breakpoint
ALTER TABLE "website_infos" ADD COLUMN "sample" text;--> statement-breakpoint
ALTER TABLE "method_refusals" DROP COLUMN "since";--> statement-breakpoint
ALTER TABLE "planned_prices" DROP COLUMN "made_at";--> statement-breakpoint
ALTER TABLE "known_devices" DROP COLUMN "first_seen_at";--> statement-breakpoint
ALTER TABLE "wish_silence" DROP COLUMN "since";

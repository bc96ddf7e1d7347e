-- Who closed his account after a backup that was restored: what came back with it goes before the shop serves anybody.
create table replayed_erasures (
  id bigint primary key generated always as identity,
  member_id uuid not null,
  address_hash bytea not null,
  at timestamptz not null default now()
);
--> statement-breakpoint
-- What the shop holds under an address is found for its owner, and goes with him.
create index enquiries_lower_idx on enquiries (lower(email));
--> statement-breakpoint
create index withdrawals_lower_idx on withdrawals (lower(email));

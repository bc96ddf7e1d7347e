-- What members have earned by their purchases (decision C8): points and growth in hundredths.
create table member_rewards (
  member_id uuid primary key constraint member_rewards_member_id_members_id_fk references members (id) on delete cascade,
  points bigint not null default 0,
  pending bigint not null default 0,
  growth bigint not null default 0
);
--> statement-breakpoint
-- What an order earns in whole, at the rates of when it was paid: a refund takes back its part of that.
create table order_rewards (
  order_id uuid primary key constraint order_rewards_order_id_orders_id_fk references orders (id),
  member_id uuid not null constraint order_rewards_member_id_members_id_fk references members (id) on delete cascade,
  points bigint not null default 0,
  growth bigint not null default 0,
  at timestamp with time zone not null default now(),
  constraint order_rewards_check check (points >= 0 and growth >= 0)
);
--> statement-breakpoint
create index order_rewards_member on order_rewards (member_id);
--> statement-breakpoint
create table reward_entries (
  id bigint primary key generated always as identity,
  member_id uuid not null constraint reward_entries_member_id_members_id_fk references members (id) on delete cascade,
  order_id uuid constraint reward_entries_order_id_orders_id_fk references orders (id),
  reason text not null,
  points bigint not null default 0,
  pending bigint not null default 0,
  growth bigint not null default 0,
  at timestamp with time zone not null default now(),
  constraint reward_entries_reason check (reason in ('order', 'converted'))
);
--> statement-breakpoint
create index reward_entries_member on reward_entries (member_id, id);
--> statement-breakpoint
create index reward_entries_order on reward_entries (order_id) where order_id is not null;
--> statement-breakpoint
create function stays_as_written() returns trigger language plpgsql as $$
begin
  raise exception 'what is written in % is never changed', tg_table_name;
end $$;
--> statement-breakpoint
create trigger reward_entries_stay before update on reward_entries for each row execute function stays_as_written();

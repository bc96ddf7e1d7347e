-- Which attempt has paid an order, where it was before it was disputed, and whether its reservation was given back.
alter table orders
  add column paid_payment_id uuid,
  add column status_before_dispute text,
  add column released_at timestamptz;
--> statement-breakpoint
update orders set released_at = now() where status in ('Cancelled', 'Expired');
--> statement-breakpoint
update orders o set paid_payment_id = (
  select id from payments p where p.order_id = o.id and p.state in ('completed', 'refunded', 'disputed') order by created_at, id limit 1)
where status not in ('Unpaid', 'Cancelled', 'Expired');
--> statement-breakpoint
update orders set status_before_dispute = 'Delivered' where status = 'Disputed';
--> statement-breakpoint
-- Money in doubt holds its order until a person decides. Resolving an alert has no effect on goods.
create table order_holds (
  id bigint primary key generated always as identity,
  order_id uuid not null references orders (id),
  payment_id uuid references payments (id),
  reason text not null,
  details jsonb not null default '{}',
  since timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by text,
  lifted_why text
);
--> statement-breakpoint
create unique index order_holds_open on order_holds (order_id, payment_id, reason) nulls not distinct where lifted_at is null;
--> statement-breakpoint
create index order_holds_payment on order_holds (payment_id);
--> statement-breakpoint
insert into order_holds (order_id, payment_id, reason, details, since)
select order_id, (details ->> 'paymentId')::uuid, coalesce(details ->> 'reason', 'state'), details, at
from alerts where kind = 'payment.doubt' and resolved_at is null and order_id is not null
on conflict do nothing;
--> statement-breakpoint
-- What people did to orders, and why.
create table order_acts (
  id bigint primary key generated always as identity,
  order_id uuid not null references orders (id),
  at timestamptz not null default now(),
  act text not null,
  actor text not null,
  reason text not null,
  did jsonb not null default '{}'
);
--> statement-breakpoint
create index order_acts_order on order_acts (order_id, id);
--> statement-breakpoint
-- Money on its way back. The row is there, with its own id, before the provider is asked.
create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  payment_id uuid not null references payments (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  cause text not null,
  actor text not null,
  reason text not null,
  state text not null default 'wanted' check (state in ('wanted', 'asked', 'pending', 'done', 'failed', 'dropped')),
  refunded_before bigint,
  provider_ref text,
  problem text,
  created_at timestamptz not null default now(),
  asked_at timestamptz,
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create unique index refunds_open on refunds (payment_id) where state in ('wanted', 'asked', 'pending');
--> statement-breakpoint
create index refunds_order on refunds (order_id);
--> statement-breakpoint
-- A key counts as delivered once its mail was written or any answer carried it (decision F7).
alter table vault_keys add column delivered_at timestamptz, add column refunded_at timestamptz;
--> statement-breakpoint
update vault_keys k set delivered_at = r.at from (select key_id, min(at) as at from key_reveals group by key_id) r where r.key_id = k.id;
--> statement-breakpoint
-- A sold key stays sold, with its owner (decision C5); one that nobody has seen goes back to stock when its money goes back.
create or replace function vault_keys_guard() returns trigger language plpgsql as $$
begin
  if old.delivered_at is null and new.state = 'available' and new.order_line_id is null and new.delivered_at is null then
    return new;
  end if;
  if old.state = 'sold' and (new.state <> 'sold' or new.order_line_id is distinct from old.order_line_id) then
    raise exception 'a sold key cannot change hands' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create index mails_unwritten on mails ((data ->> 'orderId')) where sealed is null;

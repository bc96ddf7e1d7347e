-- Its member has said that money of it goes back to his balance, and since when (decision F7); null: to its source.
alter table orders add column refund_to_balance_at timestamp with time zone;
--> statement-breakpoint
alter table refunds add column destination text not null default 'source'
  constraint refunds_destination_check check (destination in ('source', 'balance'));
--> statement-breakpoint
-- Of what has gone back, hundredths that are on a balance: the provider has them still.
alter table payments add column to_balance bigint not null default 0 constraint payments_to_balance_check check (to_balance >= 0);
--> statement-breakpoint
-- Money that its bank wants back, or may want, is never put on a balance.
create index payment_events_warning on payment_events (payment_id) where claim ->> 'says' in ('warning', 'disputed');
--> statement-breakpoint
alter table ledger_movements drop constraint ledger_movements_kind;
--> statement-breakpoint
-- refundBack: what was refunded to a balance, and its bank took back or contests.
alter table ledger_movements add constraint ledger_movements_kind
  check (kind in ('points', 'purchase', 'refund', 'refundBack', 'topUp', 'topUpBack', 'adjustment'));

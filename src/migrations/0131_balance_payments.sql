-- Which attempt at paying an order moved a member's money, there and back.
alter table ledger_movements add column payment_id uuid;
--> statement-breakpoint
create index ledger_movements_payment on ledger_movements (payment_id) where payment_id is not null;

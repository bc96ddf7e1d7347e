-- With all that is summed up each night: the account of an entry, and what its member had from then on.
create index ledger_entries_sum on ledger_entries (movement_id) include (cents, account);
--> statement-breakpoint
drop index ledger_entries_movement;
--> statement-breakpoint
alter index ledger_entries_sum rename to ledger_entries_movement;
--> statement-breakpoint
create index ledger_entries_sum on ledger_entries (member_id, id) include (cents, balance) where member_id is not null;
--> statement-breakpoint
drop index ledger_entries_member;
--> statement-breakpoint
alter index ledger_entries_sum rename to ledger_entries_member;

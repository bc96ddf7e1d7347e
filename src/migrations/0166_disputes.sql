-- Until when a dispute can be answered, and the disputes that are open.
alter table payments add column answer_until timestamp with time zone;
--> statement-breakpoint
create index payments_disputed on payments (answer_until, id) where state = 'disputed';

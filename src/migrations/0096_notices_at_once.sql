-- A notice is handled by the process that stored it, at once; what that has not done in time becomes a job.
alter table payment_events add column due_at timestamp with time zone;
--> statement-breakpoint
create index payment_events_due on payment_events (due_at) where handled_at is null and due_at is not null;

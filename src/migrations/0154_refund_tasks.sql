-- Refunds that a person makes, at a provider that has no call for them: what is to be done, and how it ended. Their refund is
-- pending meanwhile, as one that a provider has taken on.
create table refund_tasks (
  -- Read out and typed.
  number bigint primary key generated always as identity,
  refund_id uuid not null constraint refund_tasks_refund_id_refunds_id_fk references refunds (id),
  since timestamp with time zone not null default now(),
  -- made: a person says so. seen: its provider does, and nobody had said it before. givenUp: it is not made.
  outcome text constraint refund_tasks_outcome_check check (outcome in ('made', 'seen', 'givenUp')),
  ended_at timestamp with time zone,
  -- What the provider calls the refund.
  reference text,
  actor text,
  reason text,
  -- Since when the provider's own figures contain what a person said that he made.
  seen_at timestamp with time zone,
  constraint refund_tasks_ended_check check ((outcome is null) = (ended_at is null))
);
--> statement-breakpoint
create unique index refund_tasks_refund on refund_tasks (refund_id);
--> statement-breakpoint
create index refund_tasks_open on refund_tasks (number) where outcome is null;

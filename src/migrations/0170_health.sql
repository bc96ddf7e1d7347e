-- When backups were taken; and the order in which mails and providers' notices are listed.
create table backups (
  id bigint primary key generated always as identity,
  taken_at timestamp with time zone not null,
  rows bigint not null
);
--> statement-breakpoint
create index backups_newest on backups (taken_at);
--> statement-breakpoint
create index mails_newest on mails (created_at, id);
--> statement-breakpoint
drop index mails_created_at_index;
--> statement-breakpoint
create index mails_sent on mails (created_at, id) where state = 'sent';
--> statement-breakpoint
create index mails_kept on mails (created_at, id) where state = 'kept';
--> statement-breakpoint
create index payment_events_of_provider on payment_events (provider, id);

-- What members ask support.
create table tickets (
  id uuid primary key,
  member_id uuid not null references members(id) on delete cascade,
  subject text not null,
  topic text not null constraint tickets_topic check (topic in ('order', 'key', 'payment', 'account', 'other')),
  order_no text,
  state text not null constraint tickets_state check (state in ('open', 'answered', 'closed')),
  locale text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index tickets_member_id_updated_at_id_index on tickets (member_id, updated_at, id);
--> statement-breakpoint
create index tickets_open on tickets (updated_at, id) where state = 'open';
--> statement-breakpoint
create index tickets_closed on tickets (updated_at, id) where state <> 'open';
--> statement-breakpoint
create table ticket_messages (
  id uuid primary key,
  ticket_id uuid not null references tickets(id) on delete cascade,
  answered_by text,
  text text not null,
  created_at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index ticket_messages_ticket_id_created_at_id_index on ticket_messages (ticket_id, created_at, id);
--> statement-breakpoint
-- Private files: apart from the uploads that everybody may see.
create table ticket_files (
  id uuid primary key,
  member_id uuid not null references members(id) on delete cascade,
  message_id uuid references ticket_messages(id) on delete cascade,
  position integer,
  name text not null,
  media_type text not null,
  size integer not null,
  content bytea not null,
  created_at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index ticket_files_member_id_created_at_index on ticket_files (member_id, created_at);
--> statement-breakpoint
create index ticket_files_message_id_position_index on ticket_files (message_id, position);
--> statement-breakpoint
create index ticket_files_unsent on ticket_files (created_at, id) where message_id is null;
--> statement-breakpoint
-- What became of a review when somebody had read it.
alter table reviews add column decided_at timestamp with time zone;
--> statement-breakpoint
alter table reviews add column decided_by text;
--> statement-breakpoint
-- Why it was rejected; its member reads it.
alter table reviews add column decision_reason text;
--> statement-breakpoint
create index reviews_pending on reviews (created_at, id) where state = 'pending';
--> statement-breakpoint
-- What members are told in their centre; the words are chosen when it is read.
create table member_notices (
  id uuid primary key,
  member_id uuid not null references members(id) on delete cascade,
  kind text not null,
  data jsonb not null,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone
);
--> statement-breakpoint
create index member_notices_member_id_created_at_id_index on member_notices (member_id, created_at, id);
--> statement-breakpoint
create index member_notices_unread on member_notices (member_id) where read_at is null;
--> statement-breakpoint
create index member_notices_created_at_index on member_notices (created_at);

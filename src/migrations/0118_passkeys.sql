-- Passkeys: what members sign in with in place of a password (decision F3), and the challenges that wait for an answer.
create table passkey_handles (
  member_id uuid primary key constraint passkey_handles_member_id_members_id_fk references members (id) on delete cascade,
  handle bytea not null constraint passkey_handles_handle_key unique
);
--> statement-breakpoint
create table passkeys (
  id uuid primary key,
  member_id uuid not null constraint passkeys_member_id_members_id_fk references members (id) on delete cascade,
  credential_id bytea not null constraint passkeys_credential_id_key unique,
  public_key bytea not null,
  rp_id text not null,
  transports text[] not null,
  name text not null,
  sign_count bigint not null,
  synced boolean not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  doubted_at timestamp with time zone
);
--> statement-breakpoint
create index passkeys_member_id_created_at_id_index on passkeys (member_id, created_at, id);
--> statement-breakpoint
create table passkey_challenges (
  hash bytea primary key,
  purpose text not null,
  session_id uuid constraint passkey_challenges_session_id_sessions_id_fk references sessions (id) on delete cascade,
  created_at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index passkey_challenges_created_at_index on passkey_challenges (created_at);
--> statement-breakpoint
create index passkey_challenges_session_id_index on passkey_challenges (session_id);

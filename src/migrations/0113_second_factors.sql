-- How a member proves who he is beside his password: codes of an authenticator app, recovery codes, passkeys.
create table totp_secrets (
  member_id uuid primary key constraint totp_secrets_member_id_members_id_fk references members (id) on delete cascade,
  sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  enabled_at timestamp with time zone,
  last_step bigint not null default 0
);
--> statement-breakpoint
create index totp_secrets_created_at_index on totp_secrets (created_at);
--> statement-breakpoint
create table recovery_codes (
  member_id uuid not null constraint recovery_codes_member_id_members_id_fk references members (id) on delete cascade,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_member_id_hash_pk primary key (member_id, hash)
);
--> statement-breakpoint
create table passkeys (
  id uuid primary key,
  member_id uuid not null constraint passkeys_member_id_members_id_fk references members (id) on delete cascade,
  credential_id text not null constraint passkeys_credential_id_key unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone
);
--> statement-breakpoint
create index passkeys_member_id_index on passkeys (member_id);
--> statement-breakpoint
-- What a passkey is asked to sign; each once, within minutes.
create table passkey_challenges (
  hash bytea primary key,
  purpose text not null constraint passkey_challenges_purpose check (purpose in ('register', 'login', 'prove')),
  member_id uuid constraint passkey_challenges_member_id_members_id_fk references members (id) on delete cascade,
  created_at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index passkey_challenges_created_at_index on passkey_challenges (created_at);
--> statement-breakpoint
create index passkey_challenges_member_id_index on passkey_challenges (member_id);
--> statement-breakpoint
create or replace function sealed_rows() returns table (id text, what text, rows bigint) language sql stable as $$
  select encode(substr(sealed, 2, 4), 'hex'), 'keys in the vault', count(*) from vault_keys group by 1
  union all
  select encode(substr(sealed, 2, 4), 'hex'), 'mails', count(*) from mails where sealed is not null group by 1
  union all
  select encode(substr(sealed, 2, 4), 'hex'), 'secrets of authenticator apps', count(*) from totp_secrets group by 1
$$;

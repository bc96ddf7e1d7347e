-- How a member proves who he is beside his password: codes of an authenticator app, recovery codes.
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
create or replace function sealed_rows() returns table (id text, what text, rows bigint) language sql stable as $$
  select encode(substr(sealed, 2, 4), 'hex'), 'keys in the vault', count(*) from vault_keys group by 1
  union all
  select encode(substr(sealed, 2, 4), 'hex'), 'mails', count(*) from mails where sealed is not null group by 1
  union all
  select encode(substr(sealed, 2, 4), 'hex'), 'secrets of authenticator apps', count(*) from totp_secrets group by 1
$$;

create table audit_people (
  id bigint primary key generated always as identity,
  member_id uuid,
  address text,
  key bytea not null,
  constraint audit_people_member_id_key unique(member_id),
  constraint audit_people_address_key unique(address),
  constraint audit_people_are_known check (num_nonnulls(member_id, address) = 1)
);
--> statement-breakpoint
alter table audit_log add column person_id bigint;
--> statement-breakpoint
alter table audit_log add column sealed bytea;
--> statement-breakpoint
-- A key is destroyed with its row, and never exchanged for another.
create trigger audit_people_kept before update or truncate on audit_people for each statement execute function refuse_audit_change();

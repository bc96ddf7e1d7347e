-- Who works here is listed, may have been away, signs in from devices that are his and reads his mails in his language; the audit
-- log is searched by whoever did something, by what was done and to what, each the newest first.
alter table staff add column locale text default 'en-US' not null;
--> statement-breakpoint
alter table staff add column active_at timestamp with time zone;
--> statement-breakpoint
create table staff_devices (
  staff_id uuid not null,
  device_hash bytea not null,
  last_seen_at timestamp with time zone default now() not null,
  constraint staff_devices_staff_id_device_hash_pk primary key(staff_id,device_hash)
);
--> statement-breakpoint
alter table staff_devices add constraint staff_devices_staff_id_staff_id_fk foreign key (staff_id) references staff(id) on delete cascade;
--> statement-breakpoint
create index staff_devices_old on staff_devices (last_seen_at);
--> statement-breakpoint
create index staff_listed_by_role on staff (role,email_key);
--> statement-breakpoint
drop index staff_of_role;
--> statement-breakpoint
create index audit_log_newest on audit_log (at,id);
--> statement-breakpoint
create index audit_log_of_act on audit_log (act,at,id);
--> statement-breakpoint
create index audit_log_by_staff on audit_log (staff_id,at,id);
--> statement-breakpoint
create index audit_log_of_act_by_staff on audit_log (staff_id,act,at,id);
--> statement-breakpoint
create index audit_log_about on audit_log (subject_kind,subject_id,at,id);
--> statement-breakpoint
drop index audit_log_of_staff;
--> statement-breakpoint
drop index audit_log_of_subject;

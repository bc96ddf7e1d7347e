-- Both are answered the same whether somebody is known or not: what is different happens later, in a job, once.
alter table registrations add column mailed_at timestamp with time zone;
--> statement-breakpoint
alter table password_resets alter column member_id drop not null;
--> statement-breakpoint
alter table password_resets add column mailed_at timestamp with time zone;
--> statement-breakpoint
alter table password_resets add column locale text not null default 'en-US';
--> statement-breakpoint
-- Pictures of letters that wait for whoever reads them: five minutes, one try (decision D1).
create table captcha_images (
  id uuid primary key,
  answer bytea not null,
  created_at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index captcha_images_created_at_index on captcha_images (created_at);

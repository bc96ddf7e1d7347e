alter table products add column publisher text;
--> statement-breakpoint
alter table products add column seo_title jsonb default '{}'::jsonb not null;
--> statement-breakpoint
alter table products add column seo_keywords jsonb default '{}'::jsonb not null;
--> statement-breakpoint
alter table products add column seo_description jsonb default '{}'::jsonb not null;
--> statement-breakpoint
alter table products add column ext_img text;
--> statement-breakpoint
create table search_synonyms (
  id integer primary key generated always as identity,
  words text[] not null,
  constraint search_synonyms_two_or_more check (cardinality(words) between 2 and 20)
);
--> statement-breakpoint
create function synonyms_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'synonyms');
  return null;
end $$;
--> statement-breakpoint
create trigger search_synonyms_changed after insert or update or delete on search_synonyms
  for each statement execute function synonyms_changed();

-- Since always for what is published already; of a draft nobody knows any more whether it ever was.
ALTER TABLE "products" ADD COLUMN "first_published_at" timestamp with time zone DEFAULT '-infinity';--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "first_published_at" DROP DEFAULT;--> statement-breakpoint
update products set first_published_at = null where is_draft;--> statement-breakpoint
create function keep_first_publication() returns trigger language plpgsql as $$
begin
  new.first_published_at := now();
  return new;
end $$;
--> statement-breakpoint
create trigger products_first_published before insert or update of is_draft on products for each row
  when (not new.is_draft and new.first_published_at is null) execute function keep_first_publication();

-- Where a facet is used is found without looking at every product.
create index products_genres on products using gin (genre_ids);
--> statement-breakpoint
create index products_languages on products using gin (language_ids);
--> statement-breakpoint
create index skus_platforms on skus using gin (platform_ids);
--> statement-breakpoint
create index skus_region on skus (region_id);

-- Hashes of visitors that still tell who they were, and notices whose words are still kept: what the night looks for.
create index visits_named on visits (at) where octet_length(visitor) = 16;
--> statement-breakpoint
create index payment_events_kept on payment_events (last_received_at) where details <> '{}';

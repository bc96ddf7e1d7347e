-- Where a provider has no page of its own to send the shopper to: what it says must be done, as labels and values.
alter table payments add column instructions jsonb;

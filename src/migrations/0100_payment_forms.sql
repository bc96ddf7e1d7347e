-- What the browser posts to the provider to pay, where it has no page to be sent to: kept with the payment (decision F8).
alter table payments add column form jsonb;

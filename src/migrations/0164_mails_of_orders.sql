-- What was written about an order is part of its history. No mail is looked for by an id that none has.
create index mails_of_order on mails ((data ->> 'orderId'), created_at) where data ? 'orderId';

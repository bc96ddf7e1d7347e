-- How the back office lists the orders of a product or of one of its versions, the newest first.
create index order_lines_of_sku on order_lines (sku_id, id);

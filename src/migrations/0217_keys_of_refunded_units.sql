-- A key that went back on sale is no more that of the unit which was refunded; its order may have got it again, for another unit.
update refund_units u set key_id = null from vault_keys k
where k.id = u.key_id and u.settled_at is not null
  and (k.refunded_at is null or k.order_line_id is distinct from u.order_line_id);

-- What had gone back for no single units was of what was too much first, as far as is known. Its tables are read and written meanwhile.
UPDATE "payments" p SET "surplus_back" = least(n.back, greatest(p.paid_amount - p.amount, 0)), "price_back" = n.back - least(n.back, greatest(p.paid_amount - p.amount, 0))
FROM (
	SELECT id, refunded_amount - coalesce((
		SELECT sum(u.amount) FROM refund_units u JOIN refunds r ON r.id = u.refund_id WHERE r.payment_id = payments.id AND r.state = 'done'), 0) AS back
	FROM payments WHERE refunded_amount > 0 AND surplus_back = 0 AND price_back = 0
) n WHERE n.id = p.id AND n.back > 0;

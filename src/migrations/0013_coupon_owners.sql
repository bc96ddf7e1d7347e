-- Whose use it is was the address as it was written; now the mailbox behind it: without what stands behind a plus sign, and at
-- Gmail, which has two names, without dots.
UPDATE "coupon_uses" SET "owner" = CASE
	WHEN split_part("owner", '@', 2) IN ('gmail.com', 'googlemail.com')
		THEN replace(regexp_replace(split_part("owner", '@', 1), '^([^+]+)[+].*$', '\1'), '.', '') || '@gmail.com'
	ELSE regexp_replace(split_part("owner", '@', 1), '^([^+]+)[+].*$', '\1') || '@' || split_part("owner", '@', 2)
	END
WHERE "owner" LIKE '%_@_%' AND "owner" NOT LIKE '%@%@%';

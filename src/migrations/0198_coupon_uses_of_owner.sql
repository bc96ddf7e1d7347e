-- Uses of guests are found by whose they are alone, where an account closes; its member's have an index already.
CREATE INDEX "coupon_uses_owner_alone" ON "coupon_uses" USING btree ("owner") WHERE member_id is null;

ALTER TABLE "allocations" DROP CONSTRAINT "allocations_kinds";--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_kinds" CHECK ("allocations"."amount_pence" <> 0 and ("allocations"."kind" = 'refunded') = ("allocations"."refund_id" is not null) and ("allocations"."kind" = 'withdrawn') = ("allocations"."dispute_id" is not null));--> statement-breakpoint
-- Refunds that failed after their success: the credit note's part leaves the allocation, not the refund.
INSERT INTO "allocations" ("payment_id", "number", "kind", "amount_pence", "refund_id", "by_user_id")
SELECT a."payment_id", a."number", k."kind", k."sign" * a."amount_pence", CASE WHEN k."kind" = 'refunded' THEN a."refund_id" END, a."by_user_id"
FROM "allocations" a
JOIN "refunds" r ON r."id" = a."refund_id" AND r."status" IN ('failed', 'canceled')
CROSS JOIN (VALUES ('refunded'::"allocation_kind", -1), ('allocated'::"allocation_kind", 1)) AS k ("kind", "sign")
WHERE a."kind" = 'refunded'
ORDER BY a."id", k."sign";

UPDATE "bar_plan_bars" SET "left_tenth_mm" = "offcuts"."length_tenth_mm" FROM "offcuts"
  WHERE "offcuts"."from_plan_id" = "bar_plan_bars"."plan_id" AND "offcuts"."from_bar" = "bar_plan_bars"."bar" AND "bar_plan_bars"."sawn_at" IS NOT NULL
  -- An undone bar leaves its former offcut's row, which is not the rest of the bar's present sawing.
  AND "offcuts"."created_at" = coalesce("bar_plan_bars"."sawn_received_at", "bar_plan_bars"."sawn_at");

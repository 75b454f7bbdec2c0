import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseAfter } from "#server/testing/database/database.ts";
import { OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import { migrate } from "./migrate.ts";

/** The migration before the options of a window became texts. */
const BEFORE = 12;

let database: Awaited<ReturnType<typeof databaseAfter>>;
beforeAll(async () => {
  database = await databaseAfter(BEFORE);
});
afterAll(() => database.drop());

/** Names the columns' enum types, as a process of the version before writes it. */
const STORE = `insert into quote_items (quote_id, place, name, shutter_type_id, shutter_type, width_tenth_mm, height_tenth_mm, area_milli_m2,
    louver_size_mm, tilt_rod_type, number_of_mid_rails, frame_type, mount_type, opening_direction, color_selection, quantity,
    price_per_m2_pence, item_total_pence)
  select 1, place, 'Window ' || place, 1, 'Basswood', 10000, 10000, 1000, 64, tilt, 2, frame, mount, opening, 'White', 1, 100, 100
  from jsonb_to_recordset($1::jsonb) asked(place int, tilt tilt_rod_type, frame frame_type, mount mount_type, opening opening_direction)`;
const WINDOWS = [
  { place: 1, tilt: "hidden", frame: "z-frame", mount: "outside", opening: "bi-fold" },
  { place: 2, tilt: "offset", frame: "t-post", mount: "inside", opening: "bypass" },
];

test("stored windows keep their options, the version before still stores, and a wrong value is refused", async () => {
  const { client } = database;
  await client.query(
    `insert into users (email, password_hash, role, company_name, contact_name, referral_code, approval_status)
     values ('ada@company.test', 'x', 'customer', 'Harbour Blinds', 'Ada', 'CODE', 'approved')`,
  );
  await client.query(
    "insert into products (name, base_price_per_m2_pence, standard_louver_sizes, color_options) values ('Basswood', 100, '{64}', '{White}')",
  );
  await client.query(
    "insert into quotes (user_id, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until) values (1, 5, 1, 6, 1, now())",
  );
  await client.query(STORE, [JSON.stringify(WINDOWS)]);

  await migrate(database.ownerUrl);
  await client.query(STORE, [JSON.stringify(WINDOWS.map((window) => ({ ...window, place: window.place + 2 })))]);

  const stored = await client.query(
    "select place, tilt_rod_type tilt, frame_type frame, mount_type mount, opening_direction opening from quote_items order by place",
  );
  expect(stored.rows).toEqual([...WINDOWS, ...WINDOWS.map((window) => ({ ...window, place: window.place + 2 }))]);
  for (const option of OPTIONS) {
    const column = option.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    const value = option.startsWith("number") ? 21 : "sideways";
    await expect(client.query(`update quote_items set ${column} = $1`, [value])).rejects.toMatchObject({
      constraint: `quote_items_${column}`,
    });
  }
});

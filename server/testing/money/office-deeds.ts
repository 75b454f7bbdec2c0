import { and, eq } from "drizzle-orm";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { addDays } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { type Deed, ofCompany, part, pounds, reason, recent, recordReply, type Scene, today } from "./scene.ts";

/** Rows that allocate a sum: whole, in part, too much, or to an invoice that owes nothing. */
async function someAllocations(scene: Scene, sum: number) {
  const among = scene.random.isTrue(0.8) ? await ofCompany.owed(scene) : await ofCompany.balances(scene);
  let left = sum;
  return among.slice(-3).flatMap(({ number, owedPence }) => {
    const amount = scene.random.isTrue(0.15) ? part(scene, left) : Math.min(owedPence, left);
    left = Math.max(0, left - amount);
    return amount > 0 && scene.random.isTrue(0.8) ? [{ number: invoiceNumber(number), amount: pounds(amount) }] : [];
  });
}

export const transfer: Deed = async (scene) => {
  const { boss, companyId, random } = scene;
  const owed = recent(scene, await ofCompany.owed(scene));
  const sum = random.isTrue(0.6) && owed ? owed.owedPence : 1 + random.below(300_000);
  const allocations = random.isTrue(0.3) ? undefined : random.isTrue(0.2) ? [] : await someAllocations(scene, sum);
  const receivedOn = addDays(today(scene), -random.below(20));
  recordReply(
    scene,
    `transfer ${sum} for ${JSON.stringify(allocations)}`,
    await boss.post("/api/payments", { companyId, receivedOn, amount: pounds(sum), ...(allocations && { allocations }) }),
  );
};

export const quoteByTransfer: Deed = async (scene) => {
  const quote = recent(scene, await ofCompany.quotes(scene));
  if (!quote) return;
  recordReply(
    scene,
    `quote ${quote.id} by transfer`,
    await scene.boss.post(`/api/quotes/${quote.id}/payments`, { receivedOn: addDays(today(scene), -scene.random.below(9)) }),
  );
};

export const reallocate: Deed = async (scene) => {
  const payment = recent(scene, await ofCompany.payments(scene));
  if (!payment) return;
  const more = await someAllocations(scene, scene.random.isTrue(0.6) ? payment.unallocatedPence : payment.amount);
  // A card payment stays with the invoice that it paid: only the rest can be allocated.
  const allocations = payment.method === "card" ? await besidesPaid(scene, payment.id, more) : more;
  recordReply(
    scene,
    `allocate payment ${payment.id} to ${JSON.stringify(allocations)}`,
    await scene.boss.put(`/api/payments/${payment.id}/allocations`, { allocations }),
  );
};

async function besidesPaid({ boss }: Scene, paymentId: number, more: readonly Part[]): Promise<readonly Part[]> {
  const { body } = await boss.get<{ allocations: Part[] }>(`/api/payments/${paymentId}`);
  const sums = new Map(body.allocations.map(({ number, amount }) => [number, amount]));
  for (const { number, amount } of more) sums.set(number, Math.round(((sums.get(number) ?? 0) + amount) * 100) / 100);
  return [...sums].map(([number, amount]) => ({ number, amount }));
}

interface Part {
  readonly number: string;
  readonly amount: number;
}

export const voidTransfer: Deed = async (scene) => {
  const payment = recent(
    scene,
    (await ofCompany.payments(scene)).filter(({ method }) => method === "bank_transfer"),
  );
  if (payment) recordReply(scene, `void payment ${payment.id}`, await scene.boss.post(`/api/payments/${payment.id}/void`, { reason }));
};

export const credit: Deed = async (scene) => {
  const balance = recent(scene, await ofCompany.balances(scene));
  if (!balance) return;
  const gross = part(scene, balance.grossPence - balance.creditedPence);
  const name = invoiceNumber(balance.number);
  recordReply(
    scene,
    `credit ${gross} of ${name}`,
    await scene.boss.post(`/api/invoices/${name}/credit-notes`, { gross: pounds(gross), reason }),
  );
};

export const writeOff: Deed = async (scene) => {
  const { random, boss } = scene;
  const owed = recent(scene, random.isTrue(0.8) ? await ofCompany.owed(scene) : await ofCompany.balances(scene));
  if (!owed) return;
  const amount = part(scene, owed.owedPence);
  const why = random.oneOf(["small_balance", "small_balance", "bad_debt", "other"]);
  const name = invoiceNumber(owed.number);
  const body = { amount: pounds(amount), reason: why, note: reason };
  recordReply(scene, `write ${amount} of ${name} off, ${why}`, await boss.post(`/api/invoices/${name}/write-offs`, body));
};

/** Reverses or deletes a write-off, or deletes a reversal. */
export const takeWriteOffBack: Deed = async (scene) => {
  const { random, boss } = scene;
  const row = recent(scene, await ofCompany.writeOffs(scene));
  if (!row) return;
  const path = `/api/invoices/${invoiceNumber(row.number)}/write-offs/${row.id}`;
  if (random.isTrue(0.6)) recordReply(scene, `reverse write-off ${row.id}`, await boss.post(`${path}/reverse`));
  else recordReply(scene, `delete write-off ${row.id}`, await boss.delete(path));
};

export const refund: Deed = async (scene) => {
  const { random, boss, shop } = scene;
  const payment = recent(scene, await ofCompany.payments(scene));
  if (!payment) return;
  const creditNote = random.isTrue(0.65);
  const sum = part(scene, creditNote ? payment.appliedPence : payment.unallocatedPence);
  const paid = await shop.portal.db
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.companyId, scene.companyId), eq(invoices.kind, "invoice")))
    .orderBy(invoices.number);
  const of = creditNote && random.isTrue(0.5) ? recent(scene, paid) : undefined;
  const path = "/v1/refunds";
  const fault = random.below(8);
  if (fault === 0) shop.standIn.loseNextReply({ path, method: "POST", times: 2 });
  if (fault === 1) shop.standIn.failNext({ path, method: "POST", status: 500, times: 2 });
  if (fault === 2) shop.standIn.failNext({ path, method: "POST", status: 400, message: "This charge can't be refunded" });
  if (fault === 3) shop.standIn.beginRefundsAs(random.isTrue(0.7) ? "pending" : "failed");
  const body = { amount: pounds(sum), reason, creditNote, ...(of && { invoiceNumber: invoiceNumber(of.number) }) };
  const what = `refund ${sum} of payment ${payment.id}, ${creditNote ? `note ${of?.number}` : "no note"}, fault ${fault}`;
  recordReply(scene, what, await boss.post(`/api/payments/${payment.id}/refunds`, body));
  shop.standIn.clearFaults();
  shop.standIn.beginRefundsAs("succeeded");
};

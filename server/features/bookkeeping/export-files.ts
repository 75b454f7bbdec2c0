import { eq } from "drizzle-orm";
import type { RequestHandler } from "express";
import { bookkeepingExports as exports } from "#server/db/schema.ts";
import type { House } from "#server/house.ts";
import { notFound } from "#server/http/errors.ts";
import { pathId } from "#shared/http/wire.ts";

const FILES = { invoicesFile: "invoices", creditNotesFile: "credit-notes", customersFile: "customers", receiptsFile: "receipts" } as const;

/** The files of an export, byte for byte as they were made. */
export function exportFileHandlers({ db }: House) {
  const serve =
    (file: keyof typeof FILES): RequestHandler =>
    async (req, res) => {
      const id = pathId.decode(String(req.params.id));
      const [made] = await db
        .select({ format: exports.format, from: exports.from, to: exports.to, content: exports[file] })
        .from(exports)
        .where(eq(exports.id, id));
      if (!made) throw notFound("Export");
      // Exports of before had two files.
      if (made.content === null) throw notFound("File");
      const name = `${made.format}-${FILES[file]}-${made.from}-${made.to}.csv`;
      res.setHeader("Content-Disposition", `attachment; filename="${name}"`);
      res.type("text/csv; charset=utf-8").send(Buffer.from(made.content, "utf8"));
    };
  return {
    exportedInvoices: serve("invoicesFile"),
    exportedCreditNotes: serve("creditNotesFile"),
    exportedCustomers: serve("customersFile"),
    exportedReceipts: serve("receiptsFile"),
  };
}

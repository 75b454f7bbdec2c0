import { eq } from "drizzle-orm";
import type { RequestHandler } from "express";
import type { AppContext } from "#server/context.ts";
import { notFound } from "#server/platform/http/errors.ts";
import { bookkeepingExports as exports } from "#server/schema/bookkeeping.ts";
import { pathId } from "#shared/http/wire.ts";

const FILES = { invoicesFile: "invoices", creditNotesFile: "credit-notes", customersFile: "customers", receiptsFile: "receipts" } as const;

/** Serves the files of an export, byte for byte as they were made. */
export function exportFileHandlers({ db }: AppContext) {
  const serve =
    (file: keyof typeof FILES): RequestHandler =>
    async (req, res) => {
      const id = pathId.decode(String(req.params.id));
      const [made] = await db
        .select({ format: exports.format, from: exports.from, to: exports.to, content: exports[file] })
        .from(exports)
        .where(eq(exports.id, id));
      if (!made) throw notFound("Export");
      // Older exports have two files only.
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

import { Link } from "wouter";
import { buttonClass } from "#client/components/ui/control/button.tsx";

/** The screen for an address that this person has no screen for. */
export function NotFoundPage() {
  return (
    <div className="mx-auto flex max-w-100 flex-col items-center gap-2 py-16 text-center">
      <h1 className="text-xl font-semibold">404 - Not Found</h1>
      <p className="text-muted">There is no screen at this address, or you may not open it.</p>
      <Link href="/" className={`${buttonClass("primary")} mt-4`}>
        Back to the start
      </Link>
    </div>
  );
}

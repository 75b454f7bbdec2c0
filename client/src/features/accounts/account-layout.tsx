import type { ReactNode } from "react";
import { Mark } from "#client/components/ui/mark.tsx";
import { productName } from "#client/lib/product-name.ts";
import { LouvreMotif } from "./louvre-motif.tsx";

/** The screens of somebody who is not signed in: the form on one side, shutters letting the light in on the other. */
export function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,5fr)_7fr]">
      <main className="flex flex-col items-center px-page py-8 sm:py-16 lg:row-start-1">
        <div className="w-full max-w-100 lg:my-auto">
          <header className="mb-8 flex flex-col gap-3">
            <Mark className="-ml-1 size-12 text-accent" />
            <div>
              <h1 className="text-xl font-semibold">{productName()}</h1>
              <p className="mt-1 text-muted">Login or register for your wholesale account</p>
            </div>
          </header>
          {children}
        </div>
      </main>
      <div aria-hidden className="sticky top-0 h-dvh overflow-hidden bg-accent-soft max-lg:hidden">
        <LouvreMotif className="size-full text-accent" />
      </div>
    </div>
  );
}

import type { ReactNode } from "react";
import { Mark, productName } from "#client/components/ui/display/brand.tsx";
import { LouvreMotif } from "./louvre-motif.tsx";

/** The screens for people who are not signed in: the form and, where there is room, a picture of shutters. */
export function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(30rem,6fr)]">
      <div aria-hidden className="sticky top-0 h-dvh overflow-hidden bg-accent-soft text-accent max-lg:hidden">
        <LouvreMotif className="size-full" />
      </div>
      {/* Not centred upright: the header stays where it is while the forms below it change. */}
      <main className="mx-auto w-full max-w-108 px-page pt-[clamp(2rem,12vh,8rem)] pb-12">
        <header className="mb-6">
          <div className="flex items-center gap-3">
            <Mark className="size-10 shrink-0 text-accent" />
            <h1 className="min-w-0 text-xl font-semibold">{productName()}</h1>
          </div>
          <p className="mt-2 text-muted">Login or register for your wholesale account</p>
        </header>
        {children}
      </main>
    </div>
  );
}

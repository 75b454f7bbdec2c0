import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import type { ClientFilterProps } from "./client-filter-field.tsx";

const ClientFilterField = lazyPanel<ClientFilterProps>(() => import("./client-filter-field.tsx"));

/** Narrows a list to one client's rows. Only staff see it, so customers do not load its code. */
export const ClientFilter = (props: ClientFilterProps) => (
  <div className="min-h-control w-44 2xl:w-56 max-sm:w-auto max-sm:flex-[1_0_9rem]">
    <ClientFilterField {...props} />
  </div>
);

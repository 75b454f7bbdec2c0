/**
 * The id of a thing that waits on this device. The server has not given it an id yet, so it can
 * neither be changed nor deleted.
 */
export const unsentId = (place: number): number => -1 - place;
export const isUnsent = ({ id }: { readonly id: number }): boolean => id < 0;

/**
 * Returns true if a press was refused because the bars are sawn: to try again is no use. The shell
 * loads this module, so it imports nothing of the saw.
 */
export const isAlreadySawnReason = (reason: string): boolean => reason.includes(" sawn by ") && reason.includes(" already");

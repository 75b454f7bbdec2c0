/** The rules of the contract, as they come: apart from the screen (see use-account-form.ts). */
const rules = () => import("#shared/contract/accounts.ts");

export const loginRules = async () => (await rules()).loginBody;
export const registerRules = async () => (await rules()).registerBody;
export const forgotPasswordRules = async () => (await rules()).forgotPasswordBody;
export const resetPasswordRules = async () => (await rules()).resetPasswordBody;

/**
 * Refuses a deployment into another account than the one that is named. Customers would be asked to let a stranger's
 * account in, and roles of our own account would not be refused. So the number is not taken from the credentials.
 */
export async function checkAccount(): Promise<void> {
  const { AWS_ACCOUNT_ID: named } = process.env;
  const { accountId } = await aws.getCallerIdentity();
  if (named && named !== accountId)
    throw new Error(`AWS_ACCOUNT_ID is ${named}, but the credentials are those of the account ${accountId}`);
}

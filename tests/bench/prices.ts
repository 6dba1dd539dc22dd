/** On-demand prices in us-east-1, in dollars, without the free tier; from the vendor's price pages. */
export const prices = {
  dynamoWriteUnit: 0.625 / 1e6,
  dynamoReadUnit: 0.125 / 1e6,
  lambdaArmGigabyteSecond: 0.000_013_333_4,
  lambdaRequest: 0.2 / 1e6,
  httpApiRequest: 1 / 1e6,
  queueRequest: 0.4 / 1e6,
  logGigabyte: 0.5,
  /** Stored for a month, with point-in-time recovery. */
  storedGigabyte: 0.45,
};

/** The memory of most functions, the same as in infra/lambda.ts. */
export const lambdaGigabytes = 0.5;
/** The latency of one DynamoDB answer inside the region, beyond the local database's time. */
const roundTripMs = 4;

/** A call of a function. Lambda bills whole milliseconds. */
export function costOfCall(ms: number, roundTrips: number): number {
  const billed = Math.ceil(ms + roundTrips * roundTripMs);
  return prices.lambdaRequest + (billed / 1_000) * lambdaGigabytes * prices.lambdaArmGigabyteSecond;
}

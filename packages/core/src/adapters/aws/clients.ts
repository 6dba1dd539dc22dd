/**
 * The API's clients of AWS, except DynamoDB's. The names let a bundle leave out the rest. The clients are very
 * similar, so one compressed file is smaller than two. It is loaded at the first use of either.
 */
export { DecryptCommand, EncryptCommand, KMSClient } from "@aws-sdk/client-kms";
export { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";

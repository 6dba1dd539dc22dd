/**
 * What we use of AWS's clients, except DynamoDB's. The names let a bundle leave out the rest. The clients are
 * very similar, so one compressed file is a quarter smaller than three. It is loaded at the first use of any
 * of them.
 */
export { DecryptCommand, EncryptCommand, KMSClient } from "@aws-sdk/client-kms";
export { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
export { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";

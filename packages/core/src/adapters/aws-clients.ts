/**
 * What we use of AWS's clients beside DynamoDB's, by name: a bundle then holds that and not all of them. Together,
 * because they are so alike that one compressed file is a quarter smaller than three; loaded at the first use of any.
 */
export { DecryptCommand, EncryptCommand, KMSClient } from "@aws-sdk/client-kms";
export { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
export { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";

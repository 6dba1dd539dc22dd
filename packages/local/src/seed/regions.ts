/** Where generated deployments are. */
export const regions = ["eu-central-1", "eu-west-1", "us-east-1", "us-west-2", "ap-south-1"];

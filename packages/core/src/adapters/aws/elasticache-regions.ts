import type { AwsAnswer } from "../../ports/elasticache.ts";
import { failureOf, longestAnswer, type Session } from "./elasticache-session.ts";
import { signedPost } from "./signed-post.ts";

/**
 * ec2:DescribeRegions without EC2's client. It is our only call to EC2, and that client is larger than all
 * others together. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeRegions.html
 */
export async function listRegions(session: Session, region: string): Promise<AwsAnswer<string[]>> {
  // The SDK's clients read this variable themselves.
  const endpoint = session.endpoint ?? process.env["AWS_ENDPOINT_URL"];
  const url = new URL(endpoint ?? `https://ec2.${region}.amazonaws.com`);
  try {
    const { ok, status, text } = await signedPost(url, {
      service: "ec2",
      region,
      credentials: session.credentials,
      contentType: "application/x-www-form-urlencoded; charset=utf-8",
      body: "Action=DescribeRegions&Version=2016-11-15",
      deadline: session.deadline,
      byteLimit: longestAnswer,
    });
    if (!ok) return failureOf({ name: /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? `${status}` });
    const names = [...text.matchAll(/<regionName>([a-z]{2}(?:-[a-z]+)+-\d)<\/regionName>/g)];
    if (names.length === 0) return { outcome: "unavailable", reason: "AWS named no regions" };
    return { outcome: "ok", value: names.map(([, name = ""]) => name) };
  } catch (error) {
    return failureOf(error);
  }
}

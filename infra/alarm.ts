const { ALARM_EMAIL: endpoint } = process.env;

/** CloudFront has its metrics in this region only, and an alarm reaches only topics of its own region. */
export const globalRegion = "us-east-1";

/** Where alarms go; who else wants to hear them subscribes to both. */
const topic = new aws.sns.Topic("Alarms");
const globalTopic = new aws.sns.Topic("GlobalAlarms", { region: globalRegion });

const mail = endpoint && { protocol: "email", endpoint };
export const subscriptions = mail
  ? [
      new aws.sns.TopicSubscription("AlarmEmail", { ...mail, topic: topic.arn }),
      new aws.sns.TopicSubscription("GlobalAlarmEmail", {
        ...mail,
        topic: globalTopic.arn,
        region: globalRegion,
      }),
    ]
  : [];

/** What the deployment prints at its end when nobody would hear an alarm. */
export const warning = endpoint
  ? {}
  : { warning: "Nobody hears the alarms: set ALARM_EMAIL and deploy again" };

export type Metric = Pick<
  aws.cloudwatch.MetricAlarmArgs,
  "namespace" | "metricName" | "dimensions" | "statistic" | "extendedStatistic" | "metricQueries" | "region"
>;

/** Rings when the metric is at the threshold or above it in two of three periods of five minutes. */
export function alarm(
  name: string,
  alarmDescription: string,
  metric: Metric,
  threshold: number,
  other: Partial<aws.cloudwatch.MetricAlarmArgs> = {},
): aws.cloudwatch.MetricAlarm {
  const actions = [metric.region === globalRegion ? globalTopic.arn : topic.arn];
  return new aws.cloudwatch.MetricAlarm(name, {
    alarmDescription,
    // An alarm over several metrics has a period for each of them.
    ...(metric.metricQueries === undefined && { period: 300 }),
    ...metric,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
    comparisonOperator: "GreaterThanOrEqualToThreshold",
    threshold,
    treatMissingData: "notBreaching",
    alarmActions: actions,
    okActions: actions,
    ...other,
  });
}

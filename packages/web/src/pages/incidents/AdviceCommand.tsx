import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { useQuery } from "@tanstack/react-query";
import { deploymentQuery } from "../../api/fleet/deployment.ts";
import { CodeBlock } from "../../ui/text/CodeBlock.tsx";
import { isDeployment } from "./affected.ts";
import { addressOf, wantsAddress, withAddress } from "./server-address.ts";

interface AdviceCommandProps {
  incident: IncidentDetail;
  command: string;
}

/** The command against an incident. It has the address of the first affected deployment, where that is reported. */
export function AdviceCommand({ incident, command }: AdviceCommandProps) {
  const { members, chart, organizationId } = incident;
  const first = members.find(({ id }) => isDeployment(id));
  const { data } = useQuery({
    ...deploymentQuery(first?.id ?? "", organizationId),
    enabled: first !== undefined && wantsAddress(command),
  });
  const database = chart?.deployments.find(({ id }) => id === first?.id)?.database;
  const address = data && addressOf(data, database);
  const title = address && members.length > 1 ? `Command for ${data.name}` : "Command";
  return <CodeBlock title={title} code={withAddress(command, address)} />;
}

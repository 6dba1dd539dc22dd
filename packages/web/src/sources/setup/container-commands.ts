import {
  authorityFile,
  passwordFile,
  serverNameOf,
  usualAddress,
} from "@shardwatch/core/kit/agent-configuration";
import { isLoopback } from "./loopback.ts";
import { askPassword, isNew, writeNew } from "./posix-steps.ts";
import { agentVariables, plainVariables, secretsFolder, type ShownKey } from "./snippets.ts";

/** The agent's image, as docs/operating.md names it. */
export const image = "shardwatch-agent:0.3.0";

/** The server and the name of its agent, without the key. */
export type NamedServer = Omit<ShownKey, "compositeKey">;

/** The name of the container, and of the Kubernetes objects. The longest one is as long as a label may be. */
export const objectName = ({ name }: NamedServer): string => `shardwatch-${serverNameOf(name)}`;

/** Whether the agent watches a server on its own machine. */
export const watchesLoopback = ({ address }: NamedServer): boolean =>
  isLoopback(`redis://${address || usualAddress}`);

/** Whether the container needs the network of its host, to reach the API or the server there. */
export const needsHostNetwork = (api: string, server: NamedServer): boolean =>
  isLoopback(api) || watchesLoopback(server);

const hasAuthority = ({ usesTls, hasPrivateAuthority }: NamedServer) => usesTls && hasPrivateAuthority;

/** Starts the container with agent.env. */
export function runContainer(api: string, server: NamedServer): string {
  const options = [
    `--detach --name ${objectName(server)} --restart unless-stopped --env-file agent.env`,
    "--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges",
    ...(needsHostNetwork(api, server) ? ["--network host"] : []),
    ...(hasAuthority(server)
      ? [`--mount "type=bind,source=$PWD/${authorityFile},target=${secretsFolder}/${authorityFile},readonly"`]
      : []),
  ];
  return `docker run ${options.join(" \\\n  ")} \\\n  ${image} run &&
docker logs --follow ${objectName(server)}
`;
}

/** One command that writes agent.env and runs the agent in a container. */
export const containerCommand = (api: string, created: ShownKey): string =>
  isNew("agent.env") +
  writeNew("agent.env", agentVariables(api, created)) +
  (created.needsPassword ? askPassword("agent.env", "REDIS_PASSWORD=") : "") +
  runContainer(api, created);

/** The file with the key, until it is in the secret. */
const keyFile = "agent.key";

/** One command that creates a secret and a deployment, with the settings of deploy/kustomize/base/agent.yaml. */
export function kubernetesCommand(api: string, created: ShownKey): string {
  const name = objectName(created);
  const secrets = [keyFile, ...(created.needsPassword ? [passwordFile] : [])];
  const files = [...secrets, ...(hasAuthority(created) ? [authorityFile] : [])];
  return `${secrets.map((file) => isNew(file)).join("")}${writeNew(keyFile, `${created.compositeKey}\n`)}${
    created.needsPassword ? askPassword(passwordFile) : ""
  }kubectl create secret generic ${name} ${files.map((file) => `--from-file=${file}`).join(" ")} &&
rm ${secrets.join(" ")} &&
kubectl apply --filename - <<'END' &&
${manifest(api, created)}END
{ kubectl rollout status deployment/${name} --timeout=2m || true; } &&
kubectl logs deployment/${name}
`;
}

function manifest(api: string, created: ShownKey): string {
  const name = objectName(created);
  const variables = Object.entries({
    ...plainVariables(api, created),
    SHARDWATCH_KEY_FILE: `${secretsFolder}/${keyFile}`,
    ...(created.needsPassword && { REDIS_PASSWORD_FILE: `${secretsFolder}/${passwordFile}` }),
  }).map(([variable, value]) => `            - { name: ${variable}, value: ${JSON.stringify(value)} }\n`);
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: 1
  strategy: { type: Recreate }
  selector:
    matchLabels: { app.kubernetes.io/name: ${name} }
  template:
    metadata:
      labels: { app.kubernetes.io/name: ${name} }
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 10
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: agent
          image: ${image}
          env:
${variables.join("")}          livenessProbe:
            exec: { command: [shardwatch-agent, health, --live] }
            initialDelaySeconds: 10
            periodSeconds: 60
            timeoutSeconds: 10
          readinessProbe:
            exec: { command: [shardwatch-agent, health] }
            periodSeconds: 30
            timeoutSeconds: 10
          resources:
            requests: { cpu: 10m, memory: 96Mi }
            limits: { memory: 256Mi }
          securityContext:
            readOnlyRootFilesystem: true
            allowPrivilegeEscalation: false
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: secrets, mountPath: ${secretsFolder}, readOnly: true }
            - { name: memory, mountPath: /tmp }
      volumes:
        - name: secrets
          secret: { secretName: ${name}, defaultMode: 288 } # 0440
        - name: memory
          emptyDir: { medium: Memory, sizeLimit: 1Mi }
`;
}

/** The number of the user, and of its group, that both images run as. */
export const user: number;

interface HealthCheck {
  Test: string[];
}

interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  ExposedPorts: Record<string, object>;
  Volumes: Record<string, object>;
  Healthcheck: HealthCheck;
}

interface Program {
  title: string;
  architectures: string[];
  config: ImageConfig;
}

export const programs: Readonly<Record<"server" | "agent", Program>>;
export function configOf(program: Program, version: string): ImageConfig & { Labels: Record<string, string> };

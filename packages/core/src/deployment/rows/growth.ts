/** How much more an organization has, or would have: rows of deployments, and figures of databases in pulses. */
export interface Growth {
  deployments: number;
  databases: number;
}

export const noGrowth: Growth = { deployments: 0, databases: 0 };

export function sum(left: Growth, right: Growth): Growth {
  return { deployments: left.deployments + right.deployments, databases: left.databases + right.databases };
}

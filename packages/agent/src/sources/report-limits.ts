/** The limits of a report, in UTF-16 units and in entries of a list. The API refuses a report beyond one. */
export const reportLimits = {
  id: 64,
  name: 200,
  status: 40,
  version: 64,
  evictionPolicy: 40,
  persistence: 60,
  module: 60,
  modules: 50,
  databases: 5_000,
  nodes: 1_000,
  shards: 2_000,
};

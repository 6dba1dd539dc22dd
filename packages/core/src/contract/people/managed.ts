import * as z from "zod";

/** What manages an object, if it is not people. */
export const managedBy = z
  .literal("file")
  .optional()
  .describe(
    'Present when the configuration file of the installation manages it: changes are refused with 409 "MANAGED_BY_FILE", and createdBy is "file"',
  );

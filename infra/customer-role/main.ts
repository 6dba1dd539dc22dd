import { writeFileSync } from "node:fs";
import { templateFile, templateText } from "./template.ts";

/* Writes the template anew, after a change of the stack: `node infra/customer-role/main.ts`. */
writeFileSync(templateFile, templateText());

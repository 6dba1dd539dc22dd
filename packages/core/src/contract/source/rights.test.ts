import { expect, test } from "vitest";
import type { Role } from "../people/roles.ts";
import { whyManaged, whyNotChangeSource, whyNotCreateSource, whyNotReadSource } from "./rights.ts";

const adminsOnly = "In this organization, only admins manage keys and integrations.";
const notYours = "Someone else created this. Only they and organization admins can change or remove it.";

test.each<[roles: Role[], onlyAdmins: boolean, refused: string | undefined]>([
  [["VIEWER"], false, undefined],
  [["VIEWER"], true, adminsOnly],
  [["ORG_ADMIN"], true, undefined],
  [["SUPER_ADMIN"], true, undefined],
  [[], true, adminsOnly],
])("AMD04 %j creates a source where only admins do = %j: %s", (roles, onlyAdmins, refused) => {
  expect(whyNotCreateSource({ id: "acc_me", roles }, onlyAdmins)).toBe(refused);
});

test.each<[roles: Role[], createdBy: string, onlyAdmins: boolean, refused: string | undefined]>([
  [["VIEWER"], "acc_me", false, undefined],
  [["VIEWER"], "acc_other", false, notYours],
  [["VIEWER"], "acc_me", true, adminsOnly],
  [["VIEWER"], "acc_other", true, adminsOnly],
  [["ORG_ADMIN"], "acc_other", false, undefined],
  [["ORG_ADMIN"], "acc_other", true, undefined],
  [["SUPER_ADMIN"], "acc_other", true, undefined],
])(
  "AMD02 AMD03 %j changes what %s created where only admins do = %j: %s",
  (roles, by, onlyAdmins, refused) => {
    expect(whyNotChangeSource({ id: "acc_me", roles }, { createdBy: by }, onlyAdmins)).toBe(refused);
  },
);

test.each<Role[]>([["VIEWER"], ["ORG_ADMIN"], ["SUPER_ADMIN"]])(
  "SLF03 configuration file: %s changes nothing that it manages, and admins may have it read",
  (role) => {
    const [person, source] = [
      { id: "acc_me", roles: [role] },
      { createdBy: "file", managedBy: "file" as const },
    ];
    expect(whyNotChangeSource(person, source, false)).toBe(whyManaged);
    expect(whyNotReadSource(person, source, false)).toBe(role === "VIEWER" ? notYours : undefined);
  },
);

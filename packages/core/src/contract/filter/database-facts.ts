import type { Database, NewestFigures } from "../deployment/deployment.ts";
import type { ListedOutlook } from "../outlook/in-lists.ts";
import { persistenceOf } from "../deployment/persistence.ts";
import { type Facts, limitOf, memoryOf, percentOfLimit, supportDaysOf, yesOrNo } from "./facts.ts";
import { isOwnServer } from "../support/worst.ts";
import type { Fact } from "./value.ts";
import { readVersion } from "./version.ts";

/** What is joined to a database where it is asked for. */
export interface DatabaseExtras {
  figures?: NewestFigures | undefined;
  outlook?: ListedOutlook | undefined;
}

/**
 * What a filter can ask about one database: its own facts, and those of its deployment. Each is computed when
 * it is asked for, because an organization can have 150,000 databases and a filter asks about few facts.
 */
export class DatabaseFacts implements Facts {
  readonly database: Database;
  readonly deployment: Facts;
  readonly extras: DatabaseExtras;

  constructor(database: Database, deployment: Facts, extras: DatabaseExtras = {}) {
    this.database = database;
    this.deployment = deployment;
    this.extras = extras;
  }

  /** The same with what is joined to it. */
  with(extras: DatabaseExtras | undefined): DatabaseFacts {
    return new DatabaseFacts(this.database, this.deployment, extras);
  }
  get figures() {
    return this.extras.figures;
  }
  get outlook() {
    return this.extras.outlook;
  }
  /** A search finds a part of its name, or of its deployment's. */
  get name() {
    return `${this.shownName}\n${this.deployment.name}`;
  }
  /** Its own name in lower case, as the screens show it. */
  get shownName() {
    return (this.database.name ?? `db ${this.database.id}`).toLowerCase();
  }
  get isDatabase(): true {
    return true;
  }
  /** Of the deployment: only that id is unique in an organization. */
  get id() {
    return this.deployment.id;
  }
  get own() {
    return this.deployment.own;
  }
  get organization() {
    return this.deployment.organization;
  }
  get type() {
    return this.deployment.type;
  }
  get source() {
    return this.deployment.source;
  }
  get status() {
    return this.database.status;
  }
  get freshness() {
    return this.deployment.freshness;
  }
  get via() {
    return this.deployment.via;
  }
  get provider() {
    return this.deployment.provider;
  }
  get plan() {
    return this.deployment.plan;
  }
  get databases() {
    return this.deployment.databases;
  }
  get ramShards() {
    return this.deployment.ramShards;
  }
  get flashShards() {
    return this.deployment.flashShards;
  }
  get shards() {
    return this.deployment.shards;
  }
  get licenseDays() {
    return this.deployment.licenseDays;
  }
  get evicting() {
    return this.deployment.evicting;
  }
  get gaps() {
    return this.deployment.gaps;
  }
  get unsaved() {
    return this.deployment.unsaved;
  }
  get troubleOf() {
    return this.deployment.troubleOf;
  }
  /** A database has its deployment's regions unless it names its own. */
  get regions() {
    const { region } = this.database;
    return region ? [region] : this.deployment.regions;
  }
  get engines() {
    const { engine } = this.database;
    return engine ? [engine] : undefined;
  }
  get version() {
    return readVersion(this.database.version);
  }
  get now() {
    return this.deployment.now;
  }
  get today() {
    return this.deployment.today;
  }
  get supportDays() {
    const { type, source, today } = this.deployment;
    return supportDaysOf({ type, source, engines: this.engines }, this.database.version, today);
  }
  get ownVersions() {
    const { engine, version } = this.database;
    if (!engine || version === null || !isOwnServer(this.deployment)) return undefined;
    return [{ engine, version }];
  }
  get patched() {
    return this.deployment.patched;
  }
  get memory() {
    return memoryOf(this.database.memoryUsed);
  }
  get memoryLimit() {
    return limitOf(this.database.memoryLimit);
  }
  get utilization() {
    return percentOfLimit(this.database.memoryUsed, this.database.memoryLimit);
  }
  get tls(): Fact<string> {
    return yesOrNo(this.database.tlsEnabled ?? undefined);
  }
  get policy() {
    return this.database.evictionPolicy ?? undefined;
  }
  get persistence(): Fact<readonly string[]> {
    const kept = persistenceOf(this.database.persistence);
    return kept && [kept];
  }
}

import { may } from "@shardwatch/core/contract/people/roles";
import type { User } from "@shardwatch/core/contract/people/user";
import { filterOf } from "@shardwatch/core/contract/filter/filter";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { databasesQuery } from "../../api/fleet/databases.ts";
import { ownOrganizationQuery } from "../../api/people/own-organization.ts";
import { accessKeysQuery } from "../../api/sources/access-keys.ts";
import { severityWord } from "../../incidents/SeverityBadge.tsx";
import { useOpenIncidents } from "../../incidents/use-open-incidents.ts";
import { withOrganization } from "../../lib/address/choice.ts";
import { paths } from "../../lib/address/paths.ts";
import { databaseName } from "../../lib/words/database-name.ts";
import { nothingJoined } from "../../lib/words/joined.ts";
import { nameOrEmail } from "../../lib/words/person-name.ts";
import { useChosenOrganization } from "../../session/chosen-organization.ts";
import { useShowsOwn } from "../../session/shows-own.ts";
import { namesStaleTime } from "../../sources/source.ts";
import { type Entry, type EntryGroup, readSearch } from "./entries.ts";

/** A shorter word finds too much to be worth a request. */
const shortestWord = 2;
/** How long the typing has to pause, in milliseconds. An organization can have 150,000 databases. */
const pause = 300;
/** The API looks for one word. So many databases are enough to find those with the others among them. */
const mostDatabases = 50;

/** The longest word of a text to ask the API for. Undefined: none is long enough. It follows when the typing pauses. */
function useAskedWord(text: string): { word: string | undefined; isWaiting: boolean } {
  const { words, acts } = readSearch(text);
  const longest = acts ? "" : words.reduce((one, other) => (other.length > one.length ? other : one), "");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(longest), pause);
    return () => clearTimeout(timer);
  }, [longest]);
  const isWorth = longest.length >= shortestWord;
  return {
    word: isWorth && asked.length >= shortestWord ? asked : undefined,
    isWaiting: isWorth && asked !== longest,
  };
}

/** Databases that contain a word in their name or their deployment's. The API searches all of them. */
function useDatabases(organization: string | undefined, word: string | undefined, enabled: boolean) {
  const filter = filterOf(word ?? "", new Map());
  const shown = {
    sort: "name",
    order: "asc",
    joined: nothingJoined,
    page: 1,
    pageSize: mostDatabases,
  } as const;
  return useQuery({
    ...databasesQuery({ organizationId: organization, filter, ...shown }),
    enabled: enabled && word !== undefined,
    staleTime: namesStaleTime,
  });
}

/** What a text finds beside pages and deployments. */
interface Found {
  groups: EntryGroup[];
  /** Whether the API is still to answer. */
  isSearching: boolean;
}

/**
 * Databases, incidents, agent keys and members for a text. Databases are asked of the API, the others are searched here.
 * Keys and members load with the first word.
 */
export function useFound(user: User, text: string): Found {
  const navigate = useNavigate();
  const organization = useChosenOrganization();
  const seesAll = may(user.roles, "seeEveryOrganization");
  // Of all organizations together, the API has neither databases nor incidents.
  const isOne = seesAll ? organization !== undefined : user.organization !== null;
  const { word, isWaiting } = useAskedWord(text);
  const { data: databases, isFetching } = useDatabases(organization, word, isOne);
  const { data: incidents } = useOpenIncidents(organization, isOne);
  const isOwn = useShowsOwn() && user.organization !== null;
  const once = { staleTime: namesStaleTime, refetchInterval: false } as const;
  const ofOwn = { ...once, enabled: isOwn && word !== undefined };
  const { data: keys } = useQuery({ ...accessKeysQuery, ...ofOwn });
  const { data: own } = useQuery({ ...ownOrganizationQuery, ...ofOwn });
  const groups = useMemo(() => {
    if (word === undefined) return [];
    const link = (path: string, entry: Omit<Entry, "run">): Entry => ({
      ...entry,
      run: () => void navigate(path),
    });
    const named = seesAll ? organization : undefined;
    return [
      {
        name: "Databases",
        entries: (databases?.databases ?? []).map((one) => {
          const path = paths.database(one.deploymentId, one.id, withOrganization("", named), named);
          const detail = one.deploymentName;
          return link(path, { id: path, label: databaseName(one), detail, words: detail });
        }),
      },
      {
        name: "Incidents",
        entries: (incidents?.incidents ?? []).map(({ id, title, severity }) => {
          const detail = severityWord(severity);
          const words = `${detail} acknowledge silence`;
          return link(paths.incident(id, named), { id, label: title, detail, words, severity });
        }),
      },
      {
        name: "Agent keys",
        entries: (keys ?? []).map(({ keyId, name }) => {
          const detail = "rotate or revoke";
          return link(paths.sourceTab("agent"), {
            id: keyId,
            label: name,
            detail,
            words: `${keyId} ${detail}`,
          });
        }),
      },
      {
        name: "Members",
        entries: (own?.members ?? []).map(({ id, ...person }) => {
          const { email } = person;
          return link(paths.profileMembers(), {
            id,
            label: nameOrEmail(person),
            detail: email,
            words: email,
          });
        }),
      },
    ];
  }, [navigate, word, databases, incidents, keys, own, organization, seesAll]);
  return { groups, isSearching: isOne && (isWaiting || isFetching) };
}

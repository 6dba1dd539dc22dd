import { useQuery } from "@tanstack/react-query";
import { movesBeforeQuery } from "../../api/people/invitations.ts";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { MovesList } from "./MovesList.tsx";

/** A preview of an acceptance: what would move and what would stay. */
export function WhatMoves({ invitationId }: { invitationId: string }) {
  const { data, isError } = useQuery(movesBeforeQuery(invitationId));
  if (data) return <MovesList moves={data} />;
  if (!isError) return <Skeleton className="mt-2 h-4 w-72 max-w-full" />;
  return <p className="mt-1 text-sm text-warn">Couldn't load what moves with you.</p>;
}
